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
    var clearedSince: Double?
    var hasCleared = true
    var isLate = false
  }
  private struct Sensor: Sendable {
    /// When the latest measurement was taken.
    var measuredAt: Double?
    let window: Double
    let dip: Double
    var isOverdueTold = false
  }

  private let enabled: [Bool]
  private let latches: Bool
  private var watches = Array(repeating: Watch(), count: Promise.all.count)
  private var sensors: [Sensor]
  private var restartedAt = -Double.infinity

  private static let places = Promise.all.map { SignalBoard.place($0.id, $0.sensor) }
  private static let standIns: [[Int]] = [Promise.air, Promise.strap].map { sensor in
    [ConditionID.noData, .noContact, .frozen, .implausible].map { SignalBoard.place($0, sensor) }
      + [SignalBoard.place(.adapterGone, nil)]
  }
  /// Arithmetic with seconds.
  private static let tolerance = 0.01
  private static let longestPause = 120.0
  private static let noDataBound = 10.0
  private static let noDataRises = 30.0

  init(conditions: Set<ConditionID>, latches: Bool, airInterval: Double) {
    enabled = Promise.all.map { conditions.contains($0.id) }
    self.latches = latches
    // A strap is fresh for 5 s, an Aranet4 for two intervals and half a minute. A dip is one sample.
    sensors = [Sensor(window: 2 * airInterval + 30, dip: 30), Sensor(window: 5, dip: 2.6)]
  }

  private mutating func complain(_ now: Double, _ text: String) {
    if complaints.count < 20 { complaints.append("\((now * 1000).rounded() / 1000) s: \(text)") }
  }

  // MARK: What goes in

  mutating func receive(_ reading: Reading, from sensor: SensorIndex, _ now: Double) {
    let position = Int(sensor.position)
    var hasValue = false
    for place in watches.indices where Promise.all[place].sensor == sensor {
      guard let value = Promise.all[place].value(of: reading) else { continue }
      hasValue = true
      receive(value, place, now, dip: sensors[position].dip, isFresh: isFresh(position, now))
    }
    if hasValue {
      sensors[position].measuredAt = now - Double(reading.ageSeconds ?? 0)
      sensors[position].isOverdueTold = false
    }
  }

  private func isFresh(_ position: Int, _ now: Double) -> Bool {
    sensors[position].measuredAt.map { now < $0 + sensors[position].window } ?? false
  }

  private mutating func receive(_ value: Double, _ place: Int, _ now: Double, dip: Double, isFresh: Bool) {
    let promise = Promise.all[place]
    if !isFresh { watches[place].steadySince = nil }
    watches[place].hasCleared = false
    if !promise.hasCleared(value) {
      // What has come back by the hysteresis for no longer than a dip has not come back.
      if let cleared = watches[place].clearedSince, now - cleared > dip { watches[place].firstBeyond = nil }
      watches[place].clearedSince = nil
    }
    if promise.isBeyond(value) {
      // A heart that goes from too fast to too slow has been outside all the time.
      let opposite = promise.opposite.flatMap { watches[$0].firstBeyond }
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
    }
  }

  /// Power came back. The box knows a sensor again when it speaks, or by an alarm at it that the log tells of.
  mutating func restart(_ now: Double) -> SignalBoard {
    let before = board
    for position in sensors.indices { sensors[position].measuredAt = nil }
    board.darken()
    restartedAt = now
    for place in watches.indices { watches[place].steadySince = nil }
    return before
  }

  /// Compares with what was before a restart: what was unacknowledged and high must be signalled again, and an
  /// acknowledgement goes on without a new beginning.
  mutating func compare(with before: SignalBoard, _ now: Double) {
    board.keepAcknowledgements(of: before)
    for promise in Promise.all where before(promise.id, promise.sensor).presence == .on && promise.priority == .high {
      if board(promise.id, promise.sensor).presence != .on {
        complain(now, "\(promise.id.rawValue) was high and unanswered before the restart and is silent after it")
      }
    }
  }

  // MARK: What comes out

  mutating func take(_ action: Action, _ now: Double) {
    switch action {
    case .alarm(let alarm):
      check(alarm, now)
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
    }
  }

  /// After every event: sound and lamps are those of what is present.
  mutating func checkSignals(_ now: Double) {
    var loudest: Priority?
    var isHighShown = false
    for signal in board.signals where signal.presence != .off {
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

  /// After an onset: nothing of the same or a lower priority stays paused.
  mutating func checkPauses(after priority: Priority, _ now: Double) {
    if board.signals.contains(where: { $0.activation == .paused && $0.priority <= priority }) {
      complain(now, "a new \(priority.name) alarm left a pause as it was")
    }
  }

  /// Whether a technical alarm stands in for the values of a sensor.
  func isStoodIn(_ sensor: SensorIndex) -> Bool {
    board.count > 0 && Self.standIns[Int(sensor.position)].contains { board.signals[$0].isPresent }
  }

  /// Whether a promise's alarm is signalled.
  func isTold(_ place: Int) -> Bool { board.signals[Self.places[place]].presence != .off }

  /// Every second: nothing is late.
  mutating func checkBounds(_ now: Double) {
    for place in watches.indices {
      guard let since = watches[place].steadySince, now - since > Promise.all[place].mustBy + Self.tolerance,
        enabled[place], !watches[place].isLate, !isTold(place)
      else { continue }
      watches[place].isLate = true
      if !isStoodIn(Promise.all[place].sensor) {
        complain(now, "\(Promise.all[place].id.rawValue) has held since \(since) s and is not signalled")
      }
    }
    for position in sensors.indices {
      guard let measured = sensors[position].measuredAt else { continue }
      let overdue = now - measured - sensors[position].window - Self.noDataBound
      guard overdue > Self.tolerance, !sensors[position].isOverdueTold else { continue }
      let sensor = SensorIndex(UInt16(position))
      guard isStoodIn(sensor) else {
        sensors[position].isOverdueTold = true
        complain(now, "sensor \(position) has been silent since \(measured) s and nothing tells")
        continue
      }
      guard position == Int(Promise.strap.position), overdue > Self.noDataRises + Self.tolerance else { continue }
      sensors[position].isOverdueTold = true
      let noData = board(.noData, sensor)
      if noData.isPresent, noData.priority < .high { complain(now, "a lost strap is not high") }
    }
  }
}
