import Alarms
import Monitor
import Readings

/// Compares the inputs and outputs of a system under test and reports every violation of the requirements. It is called
/// by ``World`` for each input, output and second.
struct InvariantChecker: Sendable {
  private(set) var board = SignalState()
  private(set) var violations: [String] = []
  /// The number of alarms that strangers' devices have raised.
  private(set) var strangersAlarms = 0
  /// The conditions that were missed in this second, and those whose alarms began since the last call of
  /// ``takeOnsets()``.
  var missed: [ConditionID] = []
  private(set) var onsets: [ConditionID] = []

  var judges: [Judge] = []
  var pulse: PulseJudge?
  var episodes: [JudgedEpisode] = []
  /// The index of the heart-rate episode.
  let ofRate: Int?
  var losses: [DataLoss] = []
  private var pauses: PauseWatch
  private let terms: Terms
  private var restartedAt = -Double.infinity
  /// When a high loss of heart data was over: 0 with contact, which does not end it, is a missing pulse at once.
  private var highLossEndedAt = -Double.infinity
  /// When readings were written for certain: with an alarm, and with the first one of a sensor.
  private var writtenAt = -Double.infinity
  private var known: Set<SensorIndex> = []
  /// A person's count of seconds ends with a restart if no reading of the last 15 s is in the log (docs/alarms.md).
  private static let longestLoss = 15.0
  private var heldAt = -Double.infinity
  private var oximetersRate: Double?
  /// Whether the latest heart alarm was a missing pulse, and the place of its signal.
  private var isPulseLatest = false
  private var latestSensor: SensorIndex?
  /// When a sensor was last reported as frozen: its data are not good from then on.
  private var frozenAt = -Double.infinity

  private static let mostComplaints = 20
  /// If two rates differ by more than 15 %, neither is proved. A slightly smaller difference may be treated the same
  /// way.
  private static let disagreement = 0.14

  init(_ scenario: WorldScript, _ terms: Terms) {
    self.terms = terms
    ofRate = scenario.strap?.ownership == .adopted || scenario.oximeter == .adopted ? 0 : nil
    pauses = PauseWatch()
    let promises = AlarmRequirement.all(terms)
    let airWindow = 2 * scenario.parameters.airIntervalSeconds + 30
    func add(_ promises: [AlarmRequirement], _ sensors: [DataLoss]) -> Int {
      judges.append(Judge(promises, at: sensors.map { ($0.sensor, $0.window) }, terms))
      return judges.count - 1
    }
    if scenario.strap?.ownership == .adopted {
      losses.append(DataLoss(AlarmRequirement.strap, window: 5))
      if terms.enabled.contains(.noPulse) { pulse = PulseJudge(terms) }
    }
    // If there is a strap, the pulse of the oximeter comes second.
    if scenario.oximeter == .adopted { losses.append(DataLoss(AlarmRequirement.oximeter, window: 10)) }
    if !losses.isEmpty {
      let judge = add(promises.filter { $0.matter == .heartRate }, losses)
      episodes.append(
        JudgedEpisode(
          [.heartRateLow, .heartRateHigh, .noPulse], graver: [], .high, at: losses.map(\.sensor), judges: [judge]))
    }
    if scenario.airSensor == .adopted { losses.append(DataLoss(AlarmRequirement.air, window: airWindow)) }
    for id in ConditionID.allCases {
      let own = promises.filter { $0.id == id && $0.matter != .heartRate }
      guard let first = own.first else { continue }
      let sensor = first.matter == .saturation ? AlarmRequirement.oximeter : AlarmRequirement.air
      let measured = losses.filter { $0.sensor == sensor }
      guard !measured.isEmpty else { continue }
      let graver = promises.filter { $0.matter == first.matter && $0.priority > first.priority }.map(\.id)
      let places = own.map { add([$0], measured) }
      episodes.append(JudgedEpisode([id], graver: graver, first.priority, at: [sensor], judges: places))
    }
  }

  mutating func complain(_ now: Double, _ text: String) {
    if violations.count < Self.mostComplaints { violations.append("\((now * 1000).rounded() / 1000) s: \(text)") }
  }

  // MARK: What goes in

  mutating func receive(_ reading: Reading, from sensor: SensorIndex, _ now: Double) {
    let isContradicted = contradicts(reading, sensor, now)
    if known.insert(sensor).inserted { writtenAt = now }
    for place in judges.indices { judges[place].receive(reading, from: sensor, isContradicted: isContradicted, now) }
    if sensor == AlarmRequirement.strap { pulse?.receive(reading, now) }
    guard let place = losses.firstIndex(where: { $0.sensor == sensor }) else { return }
    let rate = AlarmRequirement.Matter.heartRate.value(of: reading)
    switch sensor {
    case AlarmRequirement.strap:
      let isGood = rate != nil && reading.contact != .notDetected
      // 0 with contact is handled separately.
      let isReceived = rate != nil || reading.contact == .detected
      losses[place].receive(age: nil, hasValue: isReceived, isGood: isGood, now)
    case AlarmRequirement.oximeter:
      let saturation = AlarmRequirement.Matter.saturation.value(of: reading)
      // A message without a number is not a measurement, and the value before it holds for as long as it would have.
      losses[place].receive(
        age: nil, hasValue: saturation != nil, isGood: rate != nil, holds: !reading.isOffFinger, now)
    default:
      let hasValue = reading.measurements[.co2PartsPerMillion] != nil
      losses[place].receive(age: reading.ageSeconds, hasValue: hasValue, isGood: hasValue ? true : nil, now)
    }
  }

  /// Whether strap and oximeter of the person differ so much that neither may be taken as proved.
  private mutating func contradicts(_ reading: Reading, _ sensor: SensorIndex, _ now: Double) -> Bool {
    guard losses.count > 1, let rate = AlarmRequirement.Matter.heartRate.value(of: reading) else { return false }
    if sensor == AlarmRequirement.oximeter { oximetersRate = rate }
    guard sensor == AlarmRequirement.strap, let other = oximetersRate,
      losses.contains(where: { $0.sensor == AlarmRequirement.oximeter && $0.holds(now) })
    else { return false }
    return abs(other - rate) > Self.disagreement * max(other, rate)
  }

  /// The box receives the list of its sensors. The first time too, it waits a minute for each.
  mutating func expect() { for place in losses.indices { losses[place].expect(0) } }

  mutating func press(_ now: Double) { pauses.press(now) }

  /// The button is held, which ends latched sounds and an episode without data.
  mutating func hold(_ now: Double) { heldAt = now }

  /// Call this for each second, when all of its inputs and outputs are known.
  mutating func pass(_ now: Double) {
    for place in judges.indices { judges[place].pass(now) }
    // Good heart data of another sensor of the person end a missing pulse, so its alarm need not begin at the same
    // time.
    pulse?.pass(isSpared: losses.contains { $0.sensor == AlarmRequirement.oximeter && $0.holds(now - 1) }, now)
  }

  /// Power came back. The box recognises a sensor when it receives it, or from its log: at once if there was an alarm
  /// at it, within a minute if it was only received.
  mutating func restart(_ now: Double) -> SignalState {
    let before = board
    for place in losses.indices {
      let sensor = losses[place].sensor
      let isInLog = ConditionID.allCases.contains { before($0, sensor).isPresent }
      losses[place].restart(isInLog: isInLog, now)
    }
    board.darken()
    pauses.end()
    // The time inside a limit begins again with a restart, if the last value before it is not new.
    for judge in judges.indices {
      judges[judge].noteRestart()
      if judges[judge].isOfPerson, now - writtenAt > Self.longestLoss { judges[judge].forgetMust() }
    }
    if now - writtenAt > Self.longestLoss { pulse?.loseReadings() }
    restartedAt = now
    known = []
    return before
  }

  /// Compares with the state before a restart: every alarm at a sensor is there again, unacknowledged ones sound, and
  /// an acknowledgement continues without a new onset.
  mutating func compare(with before: SignalState, _ now: Double) {
    board.keepAcknowledgements(of: before)
    for id in ConditionID.allCases where id != .notWatched && id != .standby {
      for sensor in losses.map(\.sensor) {
        let was = before(id, sensor), isNow = board(id, sensor)
        guard was.presence != .off else { continue }
        if isNow.presence == .off || (was.presence == .on && isNow.presence != .on) {
          complain(
            now, "\(id.name) was \(was.presence.name) before the restart and is \(isNow.presence.name) after it")
        } else if was.presence == .on, isNow.priority < was.priority || was.activation == .on && isNow.activation != .on
        {
          complain(now, "\(id.name) is signalled less strongly after the restart than before it")
        }
      }
    }
  }

  // MARK: What comes out

  mutating func handle(_ action: Action, _ now: Double) {
    switch action {
    case .alarm(let alarm):
      guard !SignalState.isOfStranger(alarm.sensor), isWatched(alarm.sensor) else {
        if alarm.presence == .on, alarm.isOnset {
          strangersAlarms += 1
          complain(now, "a stranger's sensor raised \(alarm.condition.name)")
        }
        return
      }
      check(alarm, now)
      board.apply(alarm, now)
    case .sound(let sound): board.apply(sound)
    case .lamp(let lamp, let pattern): board.apply(lamp, pattern)
    default: break
    }
  }

  private func isWatched(_ sensor: SensorIndex?) -> Bool {
    sensor.map { sensor in losses.contains { $0.sensor == sensor } } ?? true
  }

  private mutating func check(_ alarm: AlarmTransition, _ now: Double) {
    writtenAt = now
    let before = board(alarm.condition, alarm.sensor)
    let name = alarm.condition.name
    if alarm.priority == .high, alarm.presence == .on, alarm.activation == .off {
      complain(now, "\(name) has high priority and is withheld")
    }
    if alarm.condition == .noData, alarm.presence == .on, before.presence == .off, now > restartedAt,
      let loss = losses.first(where: { $0.sensor == alarm.sensor }), loss.isGood(now + CheckTimes.tolerance),
      !loss.mayBeReported,
      // A value that is frozen is no good one, and its own alarm may come a second later: a loss is only shown then.
      alarm.priority > .low, !board(.frozen, alarm.sensor).isPresent,
      // A box that has restarted has no data before it receives some.
      loss.measuredBefore == nil,
      now - frozenAt > DataLoss.longest
    {
      complain(now, "no-data is on at sensor \(loss.sensor.position), whose data are fresh")
    }
    if alarm.condition == .noData, alarm.presence == .off, before.priority == .high { highLossEndedAt = now }
    if alarm.presence == .on, let ofRate, episodes[ofRate].holds(alarm) {
      isPulseLatest = alarm.condition == .noPulse
      latestSensor = alarm.sensor
    }
    if let violation = pauses.handle(alarm, before, takesOver: takesOver(alarm), now) { complain(now, violation) }
    guard alarm.presence == .on, !before.isPresent, now > restartedAt,
      let place = episodes.firstIndex(where: { $0.holds(alarm) })
    else { return }
    if !episodes[place].isOpen { onsets.append(alarm.condition) }
    // An alarm that comes back in an open episode, or continues it on the other side, has already waited its time.
    guard !episodes[place].isOpen, !mayBegin(alarm.condition, place, now) else { return }
    complain(now, "\(name) was signalled too early, or while its value was not beyond the limit")
  }

  /// Whether an alarm continues an episode at no higher priority: a hand-over and its reversal are not new alarms.
  private func takesOver(_ alarm: AlarmTransition) -> Bool {
    let isStandIn = [ConditionID.noData, .noContact, .implausible].contains(alarm.condition)
    return episodes.contains { episode in
      episode.isOpen && episode.priority >= alarm.priority
        && (episode.holds(alarm) || isStandIn && alarm.sensor.map { episode.sensors.contains($0) } ?? false)
    }
  }

  private func mayBegin(_ id: ConditionID, _ episode: Int, _ now: Double) -> Bool {
    if id == .noPulse { return highLossEndedAt == now || pulse?.mayBegin(now) ?? true }
    return episodes[episode].judges.contains { judges[$0].mayBegin(now) }
  }

  /// Call this after all outputs of one input.
  mutating func settle(_ now: Double) {
    if losses.contains(where: { board(.frozen, $0.sensor).isPresent }) { frozenAt = now }
    for place in episodes.indices { settle(place, now) }
    if let violation = pauses.check(board, ofRate.map { episodes[$0] }, now) { complain(now, violation) }
    guard !board.active.isEmpty || board.sound != nil else { return }
    for violation in board.violations(now, terms.sounds) { complain(now, violation) }
  }

  private mutating func settle(_ place: Int, _ now: Double) {
    let reported = episodes[place].ownReported(board)
    guard episodes[place].isOpen else {
      guard reported != nil else { return }
      episodes[place].open()
      for judge in episodes[place].judges { judges[judge].noteBegin() }
      return
    }
    guard reported == nil else {
      episodes[place].mayHaveEnded = false
      return
    }
    let mightHaveEnded = episodes[place].mayHaveEnded
    if !mightHaveEnded, mayEnd(place, now) {
      episodes[place].mayHaveEnded = true
      restartCounts(place, isSure: false)
    }
    let strength = [episodes[place].reported(board), episodes[place].standIn(board)].compactMap(\.self).max()
    guard strength.map({ $0 < episodes[place].priority }) ?? true else { return }
    if !episodes[place].mayHaveEnded, now > restartedAt {
      let names = episodes[place].own.map(\.name).joined(separator: ", ")
      complain(now, "\(names): the alarm ended, or its priority fell, before good data ended it")
    }
    episodes[place].close()
    if mightHaveEnded { forgetMust(place) } else { restartCounts(place, isSure: true) }
  }

  /// The alarm of an episode has ended, certainly or possibly: what may begin or end is counted from now on. If
  /// something took its place, it may have ended earlier, and what was counted since then stays.
  private mutating func restartCounts(_ place: Int, isSure: Bool) {
    forgetMust(place)
    if place == ofRate { pulse?.restart() }
    // Each of the two limits of one condition has its own count, and only one of them has ended; the same is true of a
    // missing pulse.
    guard episodes[place].judges.count == 1, !(place == ofRate && isPulseLatest) else { return }
    for judge in episodes[place].judges { if isSure { judges[judge].restart() } else { judges[judge].forgetBeyond() } }
  }

  private mutating func forgetMust(_ place: Int) {
    for judge in episodes[place].judges { judges[judge].forgetMust() }
    if place == ofRate { pulse?.forgetMust() }
  }

  private func mayEnd(_ place: Int, _ now: Double) -> Bool {
    heldAt == now || episodes[place].judges.contains { judges[$0].mayEnd }
      // A missing pulse ends with a pulse.
      || place == ofRate && isPulseLatest && pulse?.mayEnd == true
      // Good heart data of another sensor of the person.
      || place == ofRate
        && episodes[place].sensors.contains { sensor in
          sensor != latestSensor
            && losses.contains { $0.sensor == sensor && $0.isGood(now) }
        }
  }

  /// The conditions whose alarms began since the last call.
  mutating func takeOnsets() -> [ConditionID] {
    defer { onsets.removeAll(keepingCapacity: true) }
    return onsets
  }
}

extension Reading {
  /// Whether an oximeter reports that its sensor is off the person, displaced, or not connected (Bluetooth SIG, Pulse
  /// Oximeter Service 1.0, Device and Sensor Status, bits 11, 13 and 15).
  fileprivate var isOffFinger: Bool { (sensorStatus ?? 0) & (1 << 11 | 1 << 13 | 1 << 15) != 0 }
}
