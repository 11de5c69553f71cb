import Alarms
import Monitor
import Readings
import Simulation

/// A box that keeps the promises of the alarms on one strap, and no other, in the plainest way: to see that the world asks
/// nothing that cannot be done, and finds what is done wrong.
struct ModelBox: RulesUnderTest {
  struct Alarm {
    var condition: ConditionID
    var priority: Priority
    var presence = Presence.on
    var pausedUntil: Double?
  }

  private let settings: MonitorSettings
  private var heart: ModelHeart
  private var alarms: [Alarm] = []
  private var isInEpisode = false
  /// The latest alarm of the episode.
  private var latest = ConditionID.noPulse
  private var pausedUntil: Double?
  private var lossBegan: Double?
  private var faults: Set<ConditionID> = []
  private var reported: [ConditionID: Alarm] = [:]
  private var sound: Priority?
  private var isRed = false
  private var sequence: UInt64 = 0
  private var now = 0.0
  private var strangers: Set<SensorIndex> = []
  private let awaitedUntil = 60.0

  static let remembers = true
  private static let strap = SensorIndex(1)
  private static let ofHeart: [ConditionID] = [.heartRateLow, .heartRateHigh, .noPulse]
  private static let ofLoss: [ConditionID] = [.noData, .noContact, .notWatched]

  /// - Parameter waits: whether it reports at M what it may report at N.
  init(settings: MonitorSettings, waits: Bool = false) {
    self.settings = settings
    heart = ModelHeart(settings, waits: waits)
  }

  var nextDeadline: Instant? { Instant(seconds: now + 1) }

  mutating func assign(_ role: SensorRole, to sensor: SensorIndex, at instant: Instant, into actions: inout [Action]) {
    if role.isAdopted { strangers.remove(sensor) } else { strangers.insert(sensor) }
  }

  mutating func restart(at instant: Instant, into actions: inout [Action]) {
    reported = [:]
    sound = nil
    isRed = false
    report(into: &actions)
  }

  mutating func receive(_ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action])
  {
    advance(to: instant.seconds)
    guard sensor == Self.strap, !strangers.contains(sensor) else { return }
    heart.take(reading, instant.seconds)
    judge()
    report(into: &actions)
  }

  mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action]) {
    advance(to: instant.seconds)
    switch event {
    case .silence: press()
    case .reset(nil): if !heart.isGood { endEpisode() }
    case .fault(let id): faults.insert(id)
    case .cleared(let id): faults.remove(id)
    default: break
    }
    judge()
    report(into: &actions)
  }

  private mutating func advance(to instant: Double) {
    while now + 1 <= instant {
      now += 1
      heart.pass(now)
    }
  }

  private mutating func press() {
    guard sound == .high, pausedUntil == nil else { return }
    pausedUntil = now + 120
  }

  private mutating func endEpisode() {
    isInEpisode = false
    pausedUntil = nil
    heart.begin()
  }

  private func holds(_ id: ConditionID) -> Bool { alarms.contains { $0.condition == id } }

  private mutating func judge() {
    if let end = pausedUntil, now >= end { pausedUntil = nil }
    if isInEpisode, heart.isGood, heart.hasEnded { endEpisode() }
    var wanted: [Alarm] = faults.map { Alarm(condition: $0, priority: settings.conditions[$0].priority) }
    let isPulseMissing = heart.state == .noBeat && (heart.isPulseMissing || holds(.noPulse))
    if !isInEpisode, heart.mayBegin || isPulseMissing {
      isInEpisode = true
      heart.noteBegin()
    }
    // A value that is back, and not for long enough yet, keeps the alarm that there was.
    if isInEpisode, heart.isGood {
      latest = heart.beyond ?? latest
      wanted.append(Alarm(condition: latest, priority: .high))
    } else if isPulseMissing {
      latest = .noPulse
      wanted.append(Alarm(condition: latest, priority: .high))
    }
    addLoss(&wanted)
    breakPause(wanted)
    alarms = wanted
  }

  private mutating func addLoss(_ wanted: inout [Alarm]) {
    guard !strangers.contains(Self.strap) else { return }
    let isLost = !heart.isGood && (now > awaitedUntil || heart.goodSeconds > 0)
    if !isLost { lossBegan = heart.isMissedLong ? lossBegan ?? now : nil }
    guard isLost || heart.isMissedLong else { return }
    let since = lossBegan ?? now
    lossBegan = since
    let isHigh = isInEpisode || now - since >= 30
    if holds(.noPulse), heart.state == .noBeat { return }
    wanted.append(
      Alarm(condition: heart.state == .contactless ? .noContact : .noData, priority: isHigh ? .high : .medium))
  }

  /// A pause of the heart ends with a missing pulse, the other direction, and a high fault of the box.
  private mutating func breakPause(_ wanted: [Alarm]) {
    guard pausedUntil != nil else { return }
    if !wanted.contains(where: { $0.priority == .high }) { pausedUntil = nil }
    for alarm in wanted where alarm.priority == .high && !holds(alarm.condition) {
      let isOther = alarm.condition.opposite.map { holds($0) } ?? false
      let isFault = !Self.ofHeart.contains(alarm.condition) && !Self.ofLoss.contains(alarm.condition)
      if isOther || isFault || alarm.condition == .noPulse { pausedUntil = nil }
    }
  }

  // MARK: What is signalled

  private mutating func report(into actions: inout [Action]) {
    for (id, _) in reported.sorted(by: { $0.key.name < $1.key.name }) where !holds(id) {
      if let alarm = reported[id] { append(alarm, .off, .off, isOnset: false, into: &actions) }
      reported[id] = nil
    }
    for alarm in alarms {
      var alarm = alarm
      alarm.pausedUntil = alarm.priority == .high && alarm.condition != .adapterGone ? pausedUntil : nil
      let before = reported[alarm.condition]
      guard before?.priority != alarm.priority || before?.pausedUntil != alarm.pausedUntil else { continue }
      let isOnset = before.map { $0.priority < alarm.priority } ?? true
      reported[alarm.condition] = alarm
      append(alarm, .on, alarm.pausedUntil == nil ? .on : .paused, isOnset: isOnset, into: &actions)
    }
    let loudest = reported.values.filter { $0.pausedUntil == nil }.map(\.priority).max()
    if loudest != sound {
      sound = loudest
      actions.append(.sound(loudest.map { SoundSignal(priority: $0, family: .heart) }))
    }
    let red = reported.values.contains { $0.priority == .high }
    if red != isRed {
      isRed = red
      actions.append(.lamp(.red, red ? LampPattern.highPriority : .off))
    }
  }

  private mutating func append(
    _ alarm: Alarm, _ presence: Presence, _ activation: Activation, isOnset: Bool, into actions: inout [Action]
  ) {
    sequence += 1
    let isOfBox = faults.contains(alarm.condition) || !(Self.ofHeart + Self.ofLoss).contains(alarm.condition)
    actions.append(
      .alarm(
        AlarmTransition(
          sequence: sequence, condition: alarm.condition, sensor: isOfBox ? nil : Self.strap,
          priority: alarm.priority, isTechnical: isOfBox || Self.ofLoss.contains(alarm.condition), presence: presence,
          isOnset: isOnset, activation: activation, limit: nil, value: heart.value)))
  }
}
