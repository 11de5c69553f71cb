import Alarms
import Readings

/// Every limit of every sensor: compares values, counts dwell times and tells the alarm system what begins and ends.
///
/// The rules and the dwells are small values in two flat arrays, so that a value inside its limits costs a comparison and
/// nothing is allocated.
struct LimitWatch: Sendable {
  private var rules: [LimitRule]
  private var dwells: [Dwell]
  /// Each sensor, up to the last one that has given a value.
  private var sensors: [Sensor]
  private var knownSensors = 0
  private(set) var nextDeadline: Instant?
  /// The quantities that have limits.
  private(set) var quantities = QuantitySet()
  /// The limits of each quantity, by the quantity's number.
  private var limits: [Limits] = []

  /// The limits in force of one quantity: nearly every value lies far from all of them.
  private struct Limits: Sendable {
    /// Which they are, a bit for each.
    var rules: UInt64 = 0
    /// Between these no value is beyond any of them.
    var above = -Double.infinity
    var below = Double.infinity
  }

  private struct Sensor: Sendable {
    /// When something is due.
    var deadline = Instant.never
    /// What is beyond a limit.
    var exceeded = QuantitySet()
    /// Whose dwells are open, a bit for each limit: those that it is beyond, and those that it is not yet back from.
    var pending: UInt64 = 0
    /// Since when its heartbeats have not spoken for its rate.
    var doubt = Doubt()
  }

  init(conditions: ConditionTable, sensors count: Int) {
    rules = LimitRule.all(of: conditions)
    dwells = Array(repeating: Dwell(), count: rules.count * count)
    sensors = Array(repeating: Sensor(), count: count)
    groupRules()
  }

  private mutating func groupRules() {
    quantities = QuantitySet()
    limits = Array(repeating: Limits(), count: 64)
    for (place, rule) in rules.enumerated() {
      quantities.insert(rule.quantity)
      guard rule.isEnabled else { continue }
      let quantity = Int(rule.quantity.rawValue) % 64
      limits[quantity].rules |= 1 << UInt64(place)
      limits[quantity].above = max(limits[quantity].above, rule.inside.above)
      limits[quantity].below = min(limits[quantity].below, rule.inside.below)
    }
  }

  /// Puts other limits in force. What is beyond a new limit goes on; what is not ends with the next value.
  mutating func adopt(_ conditions: ConditionTable) {
    let fresh = LimitRule.all(of: conditions)
    // The order of the rules does not depend on the settings; were it otherwise, every dwell would have to begin anew.
    if fresh.count != rules.count {
      dwells = Array(repeating: Dwell(), count: fresh.count * sensors.count)
    }
    rules = fresh
    groupRules()
    for position in sensors.indices {
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
    guard position < sensors.count else { return }
    if sensors[position].deadline < instant { settle(position, at: instant, &alarms) }
    let sides = sides(of: measurements, position)
    var beats = Dwell.Beats.silent
    if let rate = measurements[.heartRateBeatsPerMinute] {
      beats = reading.beats(of: rate)
      sensors[position].doubt.take(beats, isWithin: sides.isHeartWithin, at: instant)
    }
    guard sides.beyond | sides.back != 0 else { return }
    let sample = Dwell.Sample(
      0, at: instant, measuredAt: measuredAt, beats: beats, doubtedSince: sensors[position].doubt.since)
    // What is beyond comes before what is not, so that a dwell time can pass from one side of a quantity to the other.
    take(sample, measurements, sides.beyond, beyond: sides.beyond, sensor, &alarms)
    take(sample, measurements, sides.back, beyond: sides.beyond, sensor, &alarms)
    schedule(position)
    if sensors[position].deadline <= instant { settle(position, at: instant, &alarms) }
  }

  /// Takes in the values that some of the limits are about.
  private mutating func take(
    _ sample: Dwell.Sample, _ measurements: Measurements, _ touched: UInt64, beyond: UInt64, _ sensor: SensorIndex,
    _ alarms: inout AlarmSystem
  ) {
    let first = Int(sensor.position) * rules.count
    var rest = touched
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      guard let value = measurements[rules[place].quantity] else { continue }
      let opposite = rules[place].opposite
      var sample = sample
      sample.value = value
      sample.isBeyondOpposite = opposite.map { beyond >> UInt64($0) & 1 == 1 } ?? false
      let outsideSince = opposite.flatMap { dwells[first + $0].handedOver(at: sample.at, rules[$0]) }
      dwells[first + place].take(sample, rules[place], outsideSince: outsideSince)
      if dwells[first + place].isSignalled {
        alarms.update(rules[place].condition, at: sensor, value: rules[place].shown(value))
      }
    }
  }

  /// Which limits have something to do with a reading's values, a bit for each.
  private struct Sides {
    /// The value is beyond.
    var beyond: UInt64 = 0
    /// The value is not, and was.
    var back: UInt64 = 0
    /// No limit of a heart rate is exceeded.
    var isHeartWithin = true
  }

  private func sides(of measurements: Measurements, _ position: Int) -> Sides {
    var sides = Sides()
    let pending = sensors[position].pending
    let limits = limits.span
    measurements.forEach { quantity, value in
      let own = limits[Int(quantity.rawValue) % 64]
      if own.above < value, value < own.below, own.rules & pending == 0 { return }
      var rest = own.rules
      while rest != 0 {
        let place = rest.trailingZeroBitCount
        let bit: UInt64 = 1 << UInt64(place)
        rest &= ~bit
        if rules[place].isBeyond(value) {
          sides.beyond |= bit
          if rules[place].isOfHeart { sides.isHeartWithin = false }
        } else {
          sides.back |= pending & bit
        }
      }
    }
    return sides
  }

  /// Lets begin and end what is due.
  mutating func settle(at instant: Instant, _ alarms: inout AlarmSystem) {
    guard let next = nextDeadline, next <= instant else { return }
    for position in 0..<knownSensors where sensors[position].deadline <= instant {
      settle(position, at: instant, &alarms)
    }
  }

  /// Every quantity that is beyond a limit at a sensor.
  func exceeded(at sensor: SensorIndex) -> QuantitySet {
    let position = Int(sensor.position)
    return position < sensors.count ? sensors[position].exceeded : QuantitySet()
  }

  /// Data of a sensor have gone stale.
  /// - Parameter stale: the quantities whose have.
  /// - Returns: whether a high alarm ended by it.
  mutating func suspend(
    _ sensor: SensorIndex, _ stale: QuantitySet, at instant: Instant, _ alarms: inout AlarmSystem
  ) -> Bool {
    let position = Int(sensor.position)
    guard position < sensors.count else { return false }
    var endsHighAlarm = false
    if stale.contains(.heartRateBeatsPerMinute) { sensors[position].doubt = Doubt() }
    for place in rules.indices where stale.contains(rules[place].quantity) {
      dwells[position * rules.count + place].suspend(at: instant)
      if alarms.suspend(rules[place].condition, at: sensor, at: instant) { endsHighAlarm = true }
    }
    schedule(position)
    return endsHighAlarm
  }

  /// Goes on where an earlier run was: a condition is signalled at a sensor.
  mutating func resume(_ condition: ConditionID, at sensor: SensorIndex, value: Double, at instant: Instant) {
    let position = Int(sensor.position)
    guard position < sensors.count else { return }
    for place in rules.indices where rules[place].condition == condition && rules[place].isEnabled {
      dwells[position * rules.count + place].resume(value: value, at: instant)
    }
    schedule(position)
  }

  /// The values of a sensor that are beyond a limit, and until when they count. One that has just come back is none of
  /// them: whether that was a dip, the heartbeats would have to prove, which nobody has kept.
  func pending(at sensor: SensorIndex, freshUntil: Instant) -> [PendingValue] {
    let first = Int(sensor.position) * rules.count
    guard Int(sensor.position) < sensors.count else { return [] }
    return rules.indices.compactMap { place in
      let dwell = dwells[first + place], rule = rules[place]
      guard let since = dwell.since, dwell.backSince(rule) == nil else { return nil }
      return PendingValue(
        condition: rule.condition, limit: rule.limit, value: dwell.value, since: since, freshUntil: freshUntil)
    }
  }

  /// Goes on where an earlier run was: a value was beyond a limit.
  mutating func recall(_ pending: PendingValue, at sensor: SensorIndex, at instant: Instant) {
    let position = Int(sensor.position)
    guard position < sensors.count else { return }
    for place in rules.indices
    where rules[place].condition == pending.condition && rules[place].limit == pending.limit && rules[place].isEnabled {
      dwells[position * rules.count + place].recall(
        value: pending.value, since: pending.since, freshUntil: pending.freshUntil, at: instant)
    }
    schedule(position)
  }

  private mutating func settle(_ position: Int, at instant: Instant, _ alarms: inout AlarmSystem) {
    let sensor = SensorIndex(UInt16(position))
    let first = position * rules.count
    for place in rules.indices {
      guard let due = dwells[first + place].deadline(rules[place]), due <= instant else { continue }
      let rule = rules[place]
      let value = rule.shown(dwells[first + place].value)
      switch dwells[first + place].turn(rule) {
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

  /// Notes what is beyond a limit at a sensor, and when something is due there next.
  private mutating func schedule(_ position: Int) {
    var due = Instant.never
    var exceeded = QuantitySet()
    var pending: UInt64 = 0
    for place in rules.indices {
      let dwell = position * rules.count + place
      guard dwells[dwell].since != nil else { continue }
      exceeded.insert(rules[place].quantity)
      pending |= 1 << UInt64(place)
      if let instant = dwells[dwell].deadline(rules[place]) { due = min(due, instant) }
    }
    sensors[position].exceeded = exceeded
    sensors[position].pending = pending
    guard due != sensors[position].deadline else { return }
    sensors[position].deadline = due
    knownSensors = max(knownSensors, position + 1)
    var next = Instant.never
    for position in 0..<knownSensors { next = min(next, sensors[position].deadline) }
    nextDeadline = next == .never ? nil : next
  }
}

extension Reading {
  /// What the times between the beats say of the heart rate.
  ///
  /// A strap's rate is a mean of some seconds, so a beat may be a sixth off. What a movement makes of it is further off, and
  /// so are the short and long times in turn where a strap counts the T wave as a beat.
  fileprivate func beats(of rate: Double) -> Dwell.Beats {
    guard rate > 0, contact != .notDetected else { return .disagree }
    let expected = 60_000 / rate
    var agreeing = 0
    for index in 0..<rrIntervals.count where rrIntervals.isPlausible(at: index) {
      guard let time = rrIntervals.milliseconds(at: index), abs(time - expected) <= expected / 6 else {
        return .disagree
      }
      agreeing += 1
    }
    // A strap that can not tell whether it touches the skin may be counting anything.
    return agreeing > 0 && contact == .detected ? .agree(agreeing) : .silent
  }
}
