import Alarms
import Readings

/// Watches all limits of all sensors, except those of the heart rate, which ``PersonWatch`` watches. It compares
/// values, counts by the share rule, and raises and ends alarms in the ``AlarmSystem``.
///
/// Rules and counts are in flat arrays, so that a value inside its limits costs one comparison and no allocation.
struct LimitWatch: Sendable {
  /// The limits of all sensors without limits of their own.
  private var table: LimitTable
  /// The limits of sensors with limits of their own, by the sensor's position.
  private var own: [Int: LimitTable] = [:]
  private var counts: [ShareCount]
  private var sensors: [Sensor]
  private var knownSensors = 0
  private(set) var nextDeadline: Instant?
  private let ruleCount: Int
  /// Whether the box is in an aircraft that flies: then volatile organic compounds are a high alarm from their limit on.
  var isInFlight = false

  private struct Sensor: Sendable {
    /// When something is due; ``Instant/never`` if nothing is.
    var deadline = Instant.never
    /// The quantities with a value beyond a limit or with an alarm that is on.
    var exceeded = QuantitySet()
    /// The rules with open counts, one bit for each.
    var pending: UInt64 = 0
    /// The rules whose alarm was on when the data became stale, one bit for each: another alarm has taken over.
    var suspended: UInt64 = 0
    var person: PersonIndex?
    var vapours = VapourRise()
    /// Whether the suspended alarm of volatile organic compounds was high: it does not fall while it lasts.
    var wereVapoursHigh = false
  }

  init(conditions: ConditionTable, sensors count: Int) {
    table = LimitTable(conditions)
    ruleCount = table.rules.count
    counts = Array(repeating: ShareCount(), count: ruleCount * count)
    sensors = Array(repeating: Sensor(), count: count)
  }

  var quantities: QuantitySet { table.quantities }

  private func limits(of position: Int) -> LimitTable { own.isEmpty ? table : own[position] ?? table }

  /// Replaces the limits. An alarm whose value is beyond the new limit goes on; any other ends with the next value.
  /// - Parameter bounds: those of persons with others than everybody, by the position of their sensors.
  mutating func adopt(
    _ conditions: ConditionTable, own limits: [Int: [ConditionID: Double]], bounds: [Int: [ConditionID: Bounds]] = [:]
  ) {
    table = LimitTable(conditions)
    own = [:]
    for position in Set(limits.keys).union(bounds.keys) {
      own[position] = LimitTable(conditions, own: limits[position] ?? [:], bounds: bounds[position] ?? [:])
    }
    for position in sensors.indices {
      for place in 0..<ruleCount where !table.rules[place].isEnabled { dismiss(place, position) }
      schedule(position)
    }
  }

  /// Ends the alarm of a rule on a person's order, also if its data are missing.
  private mutating func dismiss(_ place: Int, _ position: Int) {
    counts[position * ruleCount + place].dismiss()
    sensors[position].suspended &= ~(1 << UInt64(place))
    if table.rules[place].condition == .vocHigh { sensors[position].wereVapoursHigh = false }
  }

  /// Sets the person who wears a sensor: alarms on its values are about this person.
  mutating func assign(_ person: PersonIndex?, to sensor: SensorIndex) {
    if sensors.indices.contains(Int(sensor.position)) { sensors[Int(sensor.position)].person = person }
  }

  mutating func forget(_ sensor: SensorIndex) {
    let position = Int(sensor.position)
    guard position < sensors.count else { return }
    for place in 0..<ruleCount { counts[position * ruleCount + place].dismiss() }
    sensors[position] = Sensor()
    schedule(position)
  }

  /// Whether there are limits in force below and above. A value off the scale at such an end counts as beyond the
  /// limit.
  func sides(of quantity: Quantity, at sensor: SensorIndex) -> (below: Bool, above: Bool) {
    var sides = (below: false, above: false)
    for rule in limits(of: Int(sensor.position)).rules where rule.quantity == quantity && rule.isEnabled {
      if rule.isUpper { sides.above = true } else { sides.below = true }
    }
    return sides
  }

  /// Takes the values of a reading that count as data.
  mutating func take(
    _ measurements: Measurements, from sensor: SensorIndex, measuredAt: Instant, freshUntil: Instant,
    at instant: Instant,
    _ alarms: inout AlarmSystem
  ) {
    let position = Int(sensor.position)
    guard position < sensors.count else { return }
    if sensors[position].deadline < instant { settle(position, at: instant, &alarms) }
    if let vapours = measurements[.vocPartsPerBillion] { sensors[position].vapours.take(vapours, at: measuredAt) }
    let limits = limits(of: position)
    var rest = limits.touched(by: measurements, pending: sensors[position].pending)
    guard rest != 0 else { return }
    while rest != 0 {
      let place = rest.trailingZeroBitCount, index = position * ruleCount + place
      rest &= rest - 1
      let rule = limits.rules[place]
      guard let value = measurements[rule.quantity] else { continue }
      counts[index].take(
        ShareCount.Sample(
          value: value, isBeyond: rule.isBeyond(value), isInside: rule.hasCleared(value), measuredAt: measuredAt,
          freshUntil: freshUntil), at: instant, rule.share)
      guard counts[index].isOn else { continue }
      let bit: UInt64 = 1 << UInt64(place)
      if sensors[position].suspended & bit != 0 {
        sensors[position].suspended &= ~bit
        alarms.raise(cause(rule, counts[index], sensor), isHandOver: true, at: instant)
        if rule.condition == .vocHigh { sensors[position].wereVapoursHigh = false }
      } else if rule.isBeyond(value) {
        // A flight may have begun since, or the value has jumped.
        if priority(of: rule, position) > rule.priority {
          alarms.raise(cause(rule, counts[index], sensor), at: instant)
        }
        alarms.update(rule.condition, at: sensor, value: rule.shown(value))
      } else {
        alarms.note(rule.condition, at: sensor, latest: rule.shown(value))
      }
    }
    schedule(position)
    if sensors[position].deadline <= instant { settle(position, at: instant, &alarms) }
  }

  /// A sensor has sent a message without a number for a quantity, or one that it cannot have measured: the value before
  /// goes on holding, but ends no alarm.
  mutating func interrupt(_ quantity: Quantity, at sensor: SensorIndex) {
    let position = Int(sensor.position)
    guard position < sensors.count, sensors[position].pending != 0 else { return }
    let limits = limits(of: position)
    var rest = sensors[position].pending
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      if limits.rules[place].quantity == quantity { counts[position * ruleCount + place].interrupt() }
    }
  }

  private func cause(_ rule: LimitRule, _ count: ShareCount, _ sensor: SensorIndex) -> AlarmCause {
    var cause = AlarmCause(
      rule.condition, at: sensor, of: subject(of: rule, sensor), value: rule.shown(count.value), limit: rule.limit)
    cause.bounds = rule.share.bounds
    cause.nextLimit = limits(of: Int(sensor.position)).next(above: rule)
    cause.priority = priority(of: rule, Int(sensor.position))
    return cause
  }

  /// The priority of an alarm. That of volatile organic compounds is high in flight, and if they have jumped.
  private func priority(of rule: LimitRule, _ position: Int) -> Priority {
    rule.condition == .vocHigh
      && (isInFlight || sensors[position].vapours.hasJumped || sensors[position].wereVapoursHigh)
      ? .high : rule.priority
  }

  private func subject(of rule: LimitRule, _ sensor: SensorIndex) -> Subject {
    guard rule.isOfPerson, let person = sensors[Int(sensor.position)].person else { return .room }
    return .person(person)
  }

  /// Begins and ends the alarms that are due.
  mutating func settle(at instant: Instant, _ alarms: inout AlarmSystem) {
    guard let next = nextDeadline, next <= instant else { return }
    for position in 0..<knownSensors where sensors[position].deadline <= instant {
      settle(position, at: instant, &alarms)
    }
  }

  private mutating func settle(_ position: Int, at instant: Instant, _ alarms: inout AlarmSystem) {
    let sensor = SensorIndex(UInt16(position))
    let limits = limits(of: position)
    var rest = sensors[position].pending
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      let rule = limits.rules[place]
      while let turn = counts[position * ruleCount + place].turn(at: instant, rule.share) {
        let count = counts[position * ruleCount + place]
        switch turn {
        case .begins: alarms.raise(cause(rule, count, sensor), at: instant)
        case .ends:
          // A condition with two limits ends when both have ended.
          if !isOn(rule.condition, position, limits) { alarms.end(rule.condition, at: sensor, at: instant) }
        case .isCalm: if !isOn(rule.condition, position, limits) { alarms.calm(rule.condition, at: sensor) }
        }
      }
    }
    schedule(position)
  }

  private func isOn(_ condition: ConditionID, _ position: Int, _ limits: LimitTable) -> Bool {
    limits.rules.indices.contains {
      limits.rules[$0].condition == condition && counts[position * ruleCount + $0].isOn
    }
  }

  /// The quantities with a value beyond a limit, or with an alarm that is on.
  func exceeded(at sensor: SensorIndex) -> QuantitySet {
    let position = Int(sensor.position)
    return position < sensors.count ? sensors[position].exceeded : QuantitySet()
  }

  var isBeyondAny: Bool { sensors[..<min(knownSensors, sensors.count)].contains { !$0.exceeded.isEmpty } }

  /// The facts of an alarm whose data are missing, for the technical alarm that takes over.
  struct HandOver {
    let priority: Priority
    let family: SignalFamily
    let value: Double
    let limit: Double
  }

  /// Data of a sensor are stale. The alarms on them end, and are on again with the first new value beyond the limit.
  /// - Parameter stale: the stale quantities.
  /// - Returns: the most urgent of the suspended alarms, including those of earlier calls.
  mutating func suspend(
    _ sensor: SensorIndex, _ stale: QuantitySet, at instant: Instant, _ alarms: inout AlarmSystem
  ) -> HandOver? {
    let position = Int(sensor.position)
    guard position < sensors.count else { return nil }
    let limits = limits(of: position)
    var found: HandOver?
    for place in limits.rules.indices where stale.contains(limits.rules[place].quantity) {
      let rule = limits.rules[place], index = position * ruleCount + place
      counts[index].expire(at: instant, rule.share)
      guard counts[index].isOn else { continue }
      sensors[position].suspended |= 1 << UInt64(place)
      // No value has come since, so a flight that has begun changes nothing yet.
      let isHigh = rule.condition == .vocHigh && sensors[position].wereVapoursHigh
      let priority = alarms.priority(of: rule.condition, at: sensor) ?? (isHigh ? .high : rule.priority)
      if rule.condition == .vocHigh { sensors[position].wereVapoursHigh = priority == .high }
      if found.map({ $0.priority < priority }) ?? true {
        found = HandOver(
          priority: priority, family: rule.family, value: rule.shown(counts[index].value), limit: rule.limit)
      }
      alarms.end(rule.condition, at: sensor, latches: false, at: instant)
    }
    schedule(position)
    return found
  }

  /// The report of a detector that sends only when something happens is stale. Its alarm stays on, but a person can end it
  /// from now on.
  mutating func releaseReports(of sensor: SensorIndex) {
    let position = Int(sensor.position)
    guard position < sensors.count else { return }
    for place in table.rules.indices
    where table.rules[place].isOfDetector && counts[position * ruleCount + place].isOn {
      sensors[position].suspended |= 1 << UInt64(place)
    }
  }

  /// Ends the suspended alarms of a sensor on a person's order.
  /// - Returns: whether there were any.
  mutating func dismissSuspended(_ sensor: SensorIndex, at instant: Instant, _ alarms: inout AlarmSystem) -> Bool {
    let position = Int(sensor.position)
    guard position < sensors.count, sensors[position].suspended != 0 else { return false }
    for place in table.rules.indices where sensors[position].suspended >> UInt64(place) & 1 == 1 {
      dismiss(place, position)
      alarms.end(table.rules[place].condition, at: sensor, latches: false, isCalm: true, at: instant)
    }
    schedule(position)
    return true
  }

  /// Continues an alarm of an earlier run.
  ///
  /// The sensor may have either the report of a detector or the value that is compared with a limit, and nothing would
  /// end a count of the other.
  /// - Parameter main: the main quantity of the sensor.
  mutating func resume(
    _ condition: ConditionID, at sensor: SensorIndex, of main: Quantity, value: Double, at instant: Instant
  ) {
    let position = Int(sensor.position)
    guard position < sensors.count else { return }
    for (place, rule) in limits(of: position).rules.enumerated() where rule.condition == condition && rule.isEnabled {
      guard rule.detector == nil || rule.isOfDetector == (rule.detector == main) else { continue }
      counts[position * ruleCount + place].resume(value: rule.measured(value), at: instant)
    }
    schedule(position)
  }

  /// Continues an alarm of an earlier run whose data were missing: `no-data` had taken it over, with its limit and
  /// value. It is on again with the first new value.
  mutating func resumeSuspended(
    _ family: SignalFamily, limit: Double, value: Double, at sensor: SensorIndex, _ instant: Instant
  ) -> HandOver? {
    let position = Int(sensor.position)
    guard position < sensors.count else { return nil }
    var found: HandOver?
    let rules = limits(of: position).rules
    for most in rules where most.family == family && most.limit == limit && most.isEnabled {
      guard most.isBeyond(most.measured(value)) else { continue }
      found = HandOver(priority: most.priority, family: family, value: value, limit: limit)
      // The lower limits of the quantity were passed before this one.
      for (place, rule) in rules.enumerated()
      where rule.quantity == most.quantity && rule.isEnabled
        && (rule.limit == most.limit || rule.isBeyond(rule.measured(most.limit)))
      {
        counts[position * ruleCount + place].resume(value: rule.measured(value), at: instant)
        sensors[position].suspended |= 1 << UInt64(place)
      }
    }
    schedule(position)
    return found
  }

  /// Counts again from the end of an alarm that an earlier run has logged.
  mutating func endLogged(_ condition: ConditionID, at sensor: SensorIndex) {
    let position = Int(sensor.position)
    guard position < sensors.count else { return }
    for (place, rule) in limits(of: position).rules.enumerated() where rule.condition == condition {
      counts[position * ruleCount + place].endLogged()
    }
    schedule(position)
  }

  /// The counts of a sensor, in the order of the rules.
  func counts(at sensor: SensorIndex) -> [ShareCount] {
    let first = Int(sensor.position) * ruleCount
    return first + ruleCount <= counts.count ? Array(counts[first..<first + ruleCount]) : []
  }

  /// Continues the counts of an earlier run. Alarms that were on are restored by ``resume(_:at:value:at:)``.
  mutating func recall(_ recalled: [ShareCount], at sensor: SensorIndex) {
    let first = Int(sensor.position) * ruleCount
    guard recalled.count == ruleCount, first + ruleCount <= counts.count else { return }
    for place in 0..<ruleCount where !counts[first + place].isOn {
      counts[first + place] = recalled[place].withoutAlarm
    }
    schedule(Int(sensor.position))
  }

  /// Updates the state of a sensor after its counts have changed, and the earliest deadline of all sensors.
  private mutating func schedule(_ position: Int) {
    var due = Instant.never
    var exceeded = QuantitySet()
    var pending: UInt64 = 0
    let limits = limits(of: position)
    for place in limits.rules.indices {
      let state = counts[position * ruleCount + place].state(limits.rules[place].share)
      guard !state.isIdle else { continue }
      if state.isOn || state.isBeyond { exceeded.insert(limits.rules[place].quantity) }
      pending |= 1 << UInt64(place)
      if let instant = state.deadline { due = min(due, instant) }
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
