import Alarms
import Monitor
import Readings

/// Watches what goes into a box and what comes out, and tells every broken promise.
struct Witness: Sendable {
  private(set) var board = SignalBoard()
  private(set) var complaints: [String] = []

  private struct Watch: Sendable {
    /// The first value beyond the limit since the last one that had cleared.
    var firstBeyond: Double?
    /// The first of those after which every value was beyond.
    var steadySince: Double?
    var withinSince: Double?
    var clearedSince: Double?
    /// Beats that speak for a value within.
    var agreeing = 0
    var hasCleared = true
    /// Whether it has been signalled since it came back last: then its hysteresis holds it.
    var wasTold = false
    var isLate = false
  }
  private struct Sensor: Sendable {
    /// When the latest measurement was taken.
    var measuredAt: Double?
    /// When it was measured last before a restart, until it is heard after it.
    var measuredBefore: Double?
    /// Since when a box that has just started waits for it.
    var awaitedSince: Double?
    /// Whether it has been heard at all: before that a box that is told its address knows no kind.
    var isKnown = false
    let window: Double
    let dip: Double
    var isOverdueTold = false
  }

  private let enabled: [Bool]
  private let latches: Bool
  private let neverPaused: Set<ConditionID>
  private var watches = Array(repeating: Watch(), count: Promise.all.count)
  private var sensors: [Sensor]
  private var restartedAt = -Double.infinity
  private var pressedAt = -Double.infinity
  /// Of each signal: its latest onset, and whether the one before it was within the cooldown.
  private var onsets: [(at: Double, mayWait: Bool)]

  private let promises = Promise.all
  private let opposites = Promise.opposites
  /// The places of the promises of each sensor.
  private let promisesOf = [Promise.air, Promise.strap].map { sensor in
    Promise.all.indices.filter { Promise.all[$0].sensor == sensor }
  }
  /// The places of their signals, and of those that stand in for each sensor.
  private let places = Promise.all.map { SignalBoard.place($0.id, $0.sensor) }
  private let standIns: [[Int]] = [Promise.air, Promise.strap].map { sensor in
    [ConditionID.noData, .noContact, .frozen, .implausible].map { SignalBoard.place($0, sensor) }
      + [SignalBoard.place(.adapterGone, nil)]
  }
  /// Arithmetic with seconds.
  private static let tolerance = 0.01
  private static let longestPause = 120.0
  /// A low or medium alarm of the air that comes again within this time of its last onset may wait, for no longer than a
  /// pause.
  private static let cooldown = 300.0
  private static let mayCool: [ConditionID] = [.co2Low, .co2Medium]
  private static let noDataBound = 10.0
  private static let noDataRises = 30.0
  private static let expectation = 60.0

  init(conditions: Set<ConditionID>, neverPaused: Set<ConditionID>, latches: Bool, airInterval: Double) {
    self.neverPaused = neverPaused
    enabled = Promise.all.map { conditions.contains($0.id) }
    self.latches = latches
    onsets = board.signals.map { _ in (-.infinity, false) }
    // A strap is fresh for 5 s, an Aranet4 for two intervals and half a minute. A dip is one sample of a strap, and less
    // than a measurement of an Aranet4.
    sensors = [
      Sensor(window: 2 * airInterval + 30, dip: 10 + Self.tolerance), Sensor(window: 5, dip: 1.5 + Self.tolerance),
    ]
  }

  private mutating func complain(_ now: Double, _ text: String) {
    if complaints.count < 20 { complaints.append("\((now * 1000).rounded() / 1000) s: \(text)") }
  }

  // MARK: What goes in

  mutating func receive(_ reading: Reading, from sensor: SensorIndex, _ now: Double) {
    let position = Int(sensor.position)
    sensors[position].isKnown = true
    var hasValue = false
    // A run that ends takes no time from a value: what was beyond before is so since then.
    let before = sensors[position].measuredBefore
    let isFresh = isFresh(position, now) || before.map { now < $0 + sensors[position].window } ?? false
    let beats = beats(of: reading)
    for place in promisesOf[position] {
      guard let value = promises[place].value(of: reading) else { continue }
      hasValue = true
      receive(value, beats, place, now, dip: sensors[position].dip, isFresh: isFresh)
    }
    if hasValue {
      sensors[position].awaitedSince = nil
      sensors[position].measuredBefore = nil
      sensors[position].measuredAt = now - Double(reading.ageSeconds ?? 0)
      sensors[position].isOverdueTold = false
    }
  }

  /// The box is told which sensors there are: the first time too, it waits a minute for each.
  mutating func expect(_ expected: [SensorIndex]) {
    for position in expected.map({ Int($0.position) }) where sensors.indices.contains(position) {
      sensors[position].awaitedSince = max(0, Self.expectation - sensors[position].window)
    }
  }

  /// Somebody presses the button.
  mutating func press(_ now: Double) { pressedAt = now }

  private func isFresh(_ position: Int, _ now: Double) -> Bool {
    sensors[position].measuredAt.map { now < $0 + sensors[position].window } ?? false
  }

  /// How many times between heartbeats agree with a reading's rate to within a sixth; `nil` where one does not, or the
  /// strap does not feel the skin.
  private func beats(of reading: Reading) -> Int? {
    guard let rate = reading.measurements[.heartRateBeatsPerMinute], rate > 0 else { return 0 }
    guard reading.contact == .detected else { return nil }
    for index in 0..<reading.rrIntervals.count {
      guard let time = reading.rrIntervals.milliseconds(at: index), abs(time * rate / 60_000 - 1) <= 1.0 / 6 else {
        return nil
      }
    }
    return reading.rrIntervals.count
  }

  private mutating func receive(
    _ value: Double, _ beats: Int?, _ place: Int, _ now: Double, dip: Double, isFresh: Bool
  ) {
    let promise = promises[place]
    let isBeyond = promise.isBeyond(value)
    if !isFresh { watches[place].steadySince = nil }
    watches[place].hasCleared = false
    // What has come back for no longer than a dip has not come back. A heart rate that is not signalled comes back within
    // its limit; anything else, by the hysteresis; and what is signalled, with the end of its alarm.
    let isHeld = watches[place].wasTold || promise.sensor == Promise.air
    let back = isHeld ? watches[place].clearedSince : watches[place].withinSince
    let isProved = promise.matter != .heartRate || watches[place].agreeing == 0 || watches[place].agreeing >= 3
    if let back, now - back > dip, isProved, !(watches[place].wasTold && isTold(place)) {
      watches[place].firstBeyond = nil
      watches[place].wasTold = false
    }
    if !promise.hasCleared(value) { watches[place].clearedSince = nil }
    watches[place].withinSince = isBeyond ? nil : watches[place].withinSince ?? now
    watches[place].agreeing = isBeyond ? 0 : watches[place].agreeing + (beats ?? 0)
    if isBeyond {
      // A heart that goes from too fast to too slow has been outside all the time.
      let opposite = opposites[place].flatMap { watches[$0].firstBeyond }
      watches[place].firstBeyond = watches[place].firstBeyond ?? min(now, opposite ?? now)
      if watches[place].steadySince == nil {
        watches[place].steadySince = now
        watches[place].isLate = false
      }
    } else {
      watches[place].steadySince = nil
      if promise.hasCleared(value) {
        watches[place].hasCleared = true
        watches[place].clearedSince = watches[place].clearedSince ?? now
      }
      // A value that the beats contradict, or that is beyond the other limit, is not a value that has come back.
      let isOpposite = opposites[place].map { promises[$0].isBeyond(value) } ?? false
      if promise.matter == .heartRate, beats == nil || isOpposite {
        watches[place].withinSince = nil
        watches[place].clearedSince = nil
        watches[place].agreeing = 0
      }
    }
  }

  /// Power came back. The box knows a sensor again when it speaks, or by its log: at once by an alarm at it, within a minute
  /// where it was only heard.
  mutating func restart(_ now: Double) -> SignalBoard {
    let before = board
    for position in sensors.indices {
      let isInLog = ConditionID.allCases.contains { before($0, SensorIndex(UInt16(position))).presence != .off }
      // A sensor that was heard before is given a minute to be heard again.
      let wasHeard = sensors[position].measuredAt != nil || sensors[position].awaitedSince != nil
      let grace = isInLog ? 0 : max(0, Self.expectation - sensors[position].window)
      sensors[position].measuredBefore = sensors[position].measuredAt ?? sensors[position].measuredBefore
      sensors[position].measuredAt = nil
      sensors[position].awaitedSince = isInLog || wasHeard ? now + grace : nil
      sensors[position].isOverdueTold = false
    }
    board.darken()
    onsets = board.signals.map { _ in (-.infinity, false) }
    restartedAt = now
    return before
  }

  /// Compares with what was before a restart: every alarm at a sensor is there again, what was unacknowledged sounds, and
  /// an acknowledgement goes on without a new beginning.
  mutating func compare(with before: SignalBoard, _ now: Double) {
    board.keepAcknowledgements(of: before)
    for id in ConditionID.allCases {
      for sensor in [Promise.air, Promise.strap] {
        let was = before(id, sensor), isNow = board(id, sensor)
        guard was.presence != .off else { continue }
        if isNow.presence == .off || (was.presence == .on && isNow.presence != .on) {
          complain(
            now, "\(id.rawValue) was \(was.presence.name) before the restart and is \(isNow.presence.name) after it")
        } else if was.presence == .on, isNow.activation == .paused || isNow.priority < was.priority {
          complain(now, "\(id.rawValue) is told less after the restart than before it")
        }
      }
    }
  }

  // MARK: What comes out

  mutating func take(_ action: Action, _ now: Double) {
    switch action {
    case .alarm(let alarm):
      check(alarm, now)
      checkPause(alarm, now)
      board.take(alarm, now)
    case .sound(let sound): board.take(sound)
    case .lamp(let lamp, let pattern): board.take(lamp, pattern)
    default: break
    }
  }

  private mutating func check(_ alarm: AlarmTransition, _ now: Double) {
    let before = board(alarm.condition, alarm.sensor)
    let name = alarm.condition.rawValue
    if alarm.priority == .high, alarm.presence == .on, alarm.activation == .off {
      complain(now, "\(name) is high and withheld")
    }
    if neverPaused.contains(alarm.condition), alarm.activation == .paused || alarm.presence == .ack {
      complain(now, "\(name) can not be paused and is silenced")
    }
    if let position = alarm.sensor.map({ Int($0.position) }), sensors.indices.contains(position) {
      if alarm.condition == .noData, alarm.presence == .on, before.presence == .off, isFresh(position, now + 0.01) {
        complain(now, "no-data at sensor \(position), whose data are fresh")
      }
      let ends = before.isPresent && (alarm.presence == .off || alarm.presence == .latched)
      let places = watches.indices.filter { Promise.all[$0].id == alarm.condition }
      guard !places.isEmpty else { return }
      if ends, isFresh(position, now), places.allSatisfy({ !watches[$0].hasCleared }) {
        complain(now, "\(name) ended before its value had come back by the hysteresis")
      }
      let begins = alarm.presence == .on && before.presence == .off && restartedAt < now
      let isDue = places.contains { place in
        watches[place].firstBeyond.map { now - $0 >= Promise.all[place].notBefore - Self.tolerance } ?? false
      }
      if begins, !isDue { complain(now, "\(name) was signalled before its time") }
      if alarm.presence == .on { for place in places { watches[place].wasTold = true } }
    }
  }

  /// A pause begins by the button or, for an alarm that is not the first within its cooldown, with its onset.
  private mutating func checkPause(_ alarm: AlarmTransition, _ now: Double) {
    let place = SignalBoard.place(alarm.condition, alarm.sensor)
    if alarm.isOnset {
      // What still sounds after its end, latched, may not fall silent because it is back.
      let mayWait =
        Self.mayCool.contains(alarm.condition) && now - onsets[place].at <= Self.cooldown + Self.tolerance
        && board.signals[place].presence == .off
      onsets[place] = (now, mayWait)
    }
    guard alarm.activation == .paused, board.signals[place].activation != .paused || alarm.isOnset else { return }
    let isPressed = !alarm.isOnset && now - pressedAt <= Self.longestPause + Self.tolerance
    let isCooling = onsets[place].mayWait && now - onsets[place].at <= Self.longestPause + Self.tolerance
    if !isPressed, !isCooling { complain(now, "\(alarm.condition.rawValue) is paused and nobody asked for it") }
  }

  /// After every event: sound and lamps are those of what is present.
  mutating func checkSignals(_ now: Double) {
    var loudest: Priority?
    var isHighShown = false
    for place in board.active {
      let signal = board.signals[place]
      if signal.activation == .on { loudest = max(loudest ?? signal.priority, signal.priority) }
      if signal.isPresent, signal.priority == .high { isHighShown = true }
      if let since = signal.pausedSince, now - since > Self.longestPause + Self.tolerance {
        complain(now, "a pause of \(now - since) s")
      }
      if signal.priority == .high, let since = signal.acknowledgedSince,
        now - since > Self.longestPause + Self.tolerance
      {
        complain(now, "a high alarm is snoozed for \(now - since) s")
      }
    }
    if board.sound?.priority != loudest {
      complain(now, "\(board.sound?.priority.name ?? "nothing") sounds, and \(loudest?.name ?? "nothing") should")
    }
    if (board.lamps[Int(Lamp.red.rawValue)] != .off) != isHighShown { complain(now, "the red lamp is wrong") }
  }

  /// After an onset: nothing of the same or a lower priority stays paused that was so before. What begins together with
  /// it and may wait, waits.
  mutating func checkPauses(after priority: Priority, _ now: Double) {
    let isStillPaused = board.active.contains { place in
      let signal = board.signals[place]
      return signal.activation == .paused && signal.priority <= priority && (signal.pausedSince ?? now) < now
    }
    if isStillPaused {
      complain(now, "a new \(priority.name) alarm left a pause as it was")
    }
  }

  /// Whether a technical alarm stands in for the values of a sensor.
  func isStoodIn(_ sensor: SensorIndex) -> Bool {
    guard !board.active.isEmpty else { return false }
    return standIns[Int(sensor.position)].contains { board.signals[$0].isPresent }
  }

  /// Whether a promise's alarm is signalled.
  func isTold(_ place: Int) -> Bool { !board.active.isEmpty && board.signals[places[place]].presence != .off }

  /// Every second: nothing is late.
  mutating func checkBounds(_ now: Double) {
    for place in watches.indices {
      guard let since = watches[place].steadySince, now - since > promises[place].mustBy + Self.tolerance,
        enabled[place], !watches[place].isLate, !isTold(place),
        // A box that has just started can not know before it hears.
        sensors[Int(promises[place].sensor.position)].measuredBefore == nil
      else { continue }
      watches[place].isLate = true
      if !isStoodIn(promises[place].sensor) {
        complain(now, "\(promises[place].id.rawValue) has held since \(since) s and is not signalled")
      }
    }
    for position in sensors.indices {
      guard let measured = sensors[position].measuredAt ?? sensors[position].awaitedSince else { continue }
      let overdue = now - measured - sensors[position].window - Self.noDataBound
      guard overdue > Self.tolerance, !sensors[position].isOverdueTold else { continue }
      let sensor = SensorIndex(UInt16(position))
      guard isStoodIn(sensor) else {
        sensors[position].isOverdueTold = true
        complain(now, "sensor \(position) has been silent since \(measured) s and nothing tells")
        continue
      }
      guard position == Int(Promise.strap.position), sensors[position].isKnown,
        overdue > Self.noDataRises + Self.tolerance
      else { continue }
      sensors[position].isOverdueTold = true
      let noData = board(.noData, sensor)
      if noData.isPresent, noData.priority < .high { complain(now, "a lost strap is not high") }
    }
  }
}
