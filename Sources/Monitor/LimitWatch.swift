import Alarms
import Readings

/// Every limit of every sensor: compares values, counts dwell times and tells the alarm system what begins and ends.
///
/// The rules and the dwells are small values in two flat arrays, so that a value inside its limits costs a comparison and
/// nothing is allocated.
struct LimitWatch: Sendable {
  private var rules: [LimitRule]
  private var dwells: [Dwell]
  /// When something is due at each sensor.
  private var deadlines: [Instant?]
  private(set) var nextDeadline: Instant?

  init(conditions: ConditionTable, sensors: Int) {
    rules = LimitRule.all(of: conditions)
    dwells = Array(repeating: Dwell(), count: rules.count * sensors)
    deadlines = Array(repeating: nil, count: sensors)
  }

  /// Puts other limits in force. What is beyond a new limit goes on; what is not ends with the next value.
  mutating func adopt(_ conditions: ConditionTable) {
    let fresh = LimitRule.all(of: conditions)
    // The order of the rules does not depend on the settings; were it otherwise, every dwell would have to begin anew.
    if fresh.count != rules.count {
      dwells = Array(repeating: Dwell(), count: fresh.count * deadlines.count)
    }
    rules = fresh
    for position in deadlines.indices {
      for place in rules.indices where !rules[place].isEnabled { dwells[position * rules.count + place] = Dwell() }
      schedule(position)
    }
  }

  /// Takes in those values of a reading that count.
  mutating func take(
    _ measurements: Measurements, in reading: Reading, from sensor: SensorIndex, measuredAt: Instant,
    at instant: Instant, _ alarms: inout AlarmSystem
  ) {
    let position = Int(sensor.position)
    guard position < deadlines.count else { return }
    if let due = deadlines[position], due < instant { settle(position, at: instant, &alarms) }
    let first = position * rules.count
    var beats: Dwell.Beats?
    var isTouched = false
    // What is beyond comes before what is not, so that a dwell time can pass from one side of a quantity to the other.
    for isBeyond in [true, false] {
      for place in rules.indices where rules[place].isEnabled {
        guard let value = measurements[rules[place].quantity] else { continue }
        let isIdle = dwells[first + place].since == nil
        guard rules[place].isBeyond(value) == isBeyond, isBeyond || !isIdle else { continue }
        isTouched = true
        if beats == nil { beats = reading.beats }
        let outsideSince = rules[place].opposite.flatMap { other -> Instant? in
          dwells[first + other].handedOver(at: instant, rules[other])
        }
        dwells[first + place].take(
          Dwell.Sample(value, at: instant, measuredAt: measuredAt, beats: beats ?? .silent), rules[place],
          outsideSince: outsideSince)
        if dwells[first + place].isSignalled {
          alarms.update(rules[place].condition, at: sensor, value: rules[place].shown(value))
        }
      }
    }
    guard isTouched else { return }
    schedule(position)
    if let due = deadlines[position], due <= instant { settle(position, at: instant, &alarms) }
  }

  /// Lets begin and end what is due.
  mutating func settle(at instant: Instant, _ alarms: inout AlarmSystem) {
    guard let next = nextDeadline, next <= instant else { return }
    for position in deadlines.indices {
      if let due = deadlines[position], due <= instant { settle(position, at: instant, &alarms) }
    }
  }

  /// Whether a quantity is beyond any limit at a sensor.
  func isExceeded(_ quantity: Quantity, at sensor: SensorIndex) -> Bool {
    var isExceeded = false
    forEachExceeded(at: sensor) { if $0 == quantity { isExceeded = true } }
    return isExceeded
  }

  /// Gives every quantity that is beyond a limit at a sensor, once for each limit.
  func forEachExceeded(at sensor: SensorIndex, _ body: (Quantity) -> Void) {
    let position = Int(sensor.position)
    guard position < deadlines.count else { return }
    for place in rules.indices where dwells[position * rules.count + place].since != nil { body(rules[place].quantity) }
  }

  /// Data of a sensor have gone stale.
  /// - Parameter isStale: whether those of a quantity have.
  /// - Returns: whether a high alarm ended by it.
  mutating func suspend(
    _ sensor: SensorIndex, at instant: Instant, _ alarms: inout AlarmSystem, where isStale: (Quantity) -> Bool
  ) -> Bool {
    let position = Int(sensor.position)
    guard position < deadlines.count else { return false }
    var endsHighAlarm = false
    for place in rules.indices where isStale(rules[place].quantity) {
      dwells[position * rules.count + place].suspend(at: instant)
      if alarms.suspend(rules[place].condition, at: sensor, at: instant) { endsHighAlarm = true }
    }
    schedule(position)
    return endsHighAlarm
  }

  /// Goes on where an earlier run was: a condition is signalled at a sensor.
  mutating func resume(_ condition: ConditionID, at sensor: SensorIndex, value: Double, at instant: Instant) {
    let position = Int(sensor.position)
    guard position < deadlines.count else { return }
    for place in rules.indices where rules[place].condition == condition && rules[place].isEnabled {
      dwells[position * rules.count + place].resume(value: value, at: instant)
    }
  }

  private mutating func settle(_ position: Int, at instant: Instant, _ alarms: inout AlarmSystem) {
    let sensor = SensorIndex(UInt16(position))
    let first = position * rules.count
    for place in rules.indices {
      guard let due = dwells[first + place].deadline(rules[place]), due <= instant else { continue }
      let rule = rules[place]
      let value = rule.shown(dwells[first + place].value)
      switch dwells[first + place].turn() {
      case .begins: alarms.raise(rule.condition, at: sensor, value: value, limit: rule.limit, at: instant)
      case .ends(let wasSignalled):
        // A condition with two limits ends with the last of them.
        let isStillOn = rules.indices.contains {
          rules[$0].condition == rule.condition && dwells[first + $0].isSignalled
        }
        if wasSignalled, !isStillOn { alarms.release(rule.condition, at: sensor, at: instant) }
      }
    }
    schedule(position)
  }

  /// Notes when something is due at a sensor next.
  private mutating func schedule(_ position: Int) {
    var due: Instant?
    for place in rules.indices {
      guard let instant = dwells[position * rules.count + place].deadline(rules[place]) else { continue }
      due = min(due ?? instant, instant)
    }
    guard due != deadlines[position] else { return }
    deadlines[position] = due
    var next: Instant?
    for case .some(let instant) in deadlines { next = min(next ?? instant, instant) }
    nextDeadline = next
  }
}

extension Reading {
  /// What the times between the beats say of the heart rate.
  ///
  /// A strap's rate is a mean of some seconds, so a beat may be a sixth off. What a movement makes of it is further off, and
  /// so are the short and long times in turn where a strap counts the T wave as a beat.
  fileprivate var beats: Dwell.Beats {
    guard let rate = measurements[.heartRateBeatsPerMinute], rate > 0, contact == .detected else { return .disagree }
    let expected = 60_000 / rate
    for index in 0..<rrIntervals.count {
      guard let time = rrIntervals.milliseconds(at: index), abs(time - expected) <= expected / 6 else {
        return .disagree
      }
    }
    return rrIntervals.count > 0 ? .agree(rrIntervals.count) : .silent
  }
}
