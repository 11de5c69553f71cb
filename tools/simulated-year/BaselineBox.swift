import Alarms
import Monitor
import Readings
import Simulation

/// A simpler rule for comparison, written from its description and independent of Lapwing's own rules.
///
/// All three raise an alarm on the first value at or beyond a limit, and end it with the first value that is not.
struct BaselineBox: RulesUnderTest {
  /// The three rules; the raw value is the name in the table.
  enum Rule: String, CaseIterable {
    /// An alarm that has begun is not signalled again for 300 s, whatever its priority. Stale data end it, and no alarm
    /// reports them.
    case cooldown = "cooldown that mutes critical alarms, no stale alarm"
    /// Thresholds, and a no-data alarm if a sensor was not received during its freshness.
    case plain = "plain thresholds"
    /// Like plain, on the mean of the last five values of a quantity.
    case average = "thresholds on the mean of five values"
  }

  /// A limit of one condition.
  private struct Limit {
    let id: ConditionID
    let priority: Priority
    let quantity: Quantity
    let isBeyond: @Sendable (Double) -> Bool
  }

  /// The limits in force. 10,000 and 14,000 ft are the pressures at these heights in the standard atmosphere, hPa; a
  /// plain rule has no half-hour limit.
  private static func limits(_ conditions: ConditionTable) -> [Limit] {
    let all: [(ConditionID, Quantity, @Sendable (Double, Double) -> Bool)] = [
      (.co2Low, .co2PartsPerMillion, { $0 >= $1 }), (.co2Medium, .co2PartsPerMillion, { $0 >= $1 }),
      (.co2High, .co2PartsPerMillion, { $0 >= $1 }),
      (.cabinAltitudeMedium, .pressureHectopascals, { value, _ in value <= 696.8 }),
      (.cabinAltitudeHigh, .pressureHectopascals, { value, _ in value <= 595.2 }),
      (.heartRateLow, .heartRateBeatsPerMinute, { $0 < $1 }), (.heartRateHigh, .heartRateBeatsPerMinute, { $0 > $1 }),
    ]
    return all.compactMap { id, quantity, isBeyond in
      let condition = conditions[id]
      guard condition.isEnabled, let limit = condition.limit else { return nil }
      return Limit(id: id, priority: condition.priority, quantity: quantity) { isBeyond($0, limit) }
    }
  }

  /// The state of one limit.
  private struct State {
    var isOn = false
    var begunAt: Instant?
    var values: [Double] = []
  }
  /// Whether and when the data of a sensor are lost.
  private struct Sensor {
    var staleAt: Instant?
    var isLost = false
  }

  /// A strap is fresh for 5 s, an Aranet4 that measures every minute for 150 s.
  private static let windows = [Duration.seconds(150), .seconds(5)]
  private static let cooldownTime = Duration.seconds(300)

  private let rule: Rule
  private let limits: [Limit]
  private var states: [State]
  private var sensors = [Sensor(), Sensor()]
  private var sequence: UInt64 = 0

  static let remembers = false

  init(_ rule: Rule, _ conditions: ConditionTable) {
    self.rule = rule
    limits = Self.limits(conditions)
    states = Array(repeating: State(), count: limits.count)
  }

  var nextDeadline: Instant? { sensors.compactMap { $0.isLost ? nil : $0.staleAt }.min() }

  mutating func restart(at instant: Instant, into actions: inout [Action]) {
    states = Array(repeating: State(), count: limits.count)
    sensors = [Sensor(), Sensor()]
  }

  mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action]) {
    guard case .tick = event else { return }
    for position in sensors.indices {
      guard let staleAt = sensors[position].staleAt, staleAt <= instant, !sensors[position].isLost else { continue }
      lose(position, into: &actions)
    }
  }

  mutating func receive(_ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action])
  {
    let position = Int(sensor.position)
    guard sensors.indices.contains(position) else { return }
    var hasValue = false
    for place in limits.indices {
      let limit = limits[place]
      guard let received = reading.measurements[limit.quantity] else { continue }
      if received == 0, limit.quantity == .heartRateBeatsPerMinute { continue }
      hasValue = true
      states[place].values.append(received)
      if states[place].values.count > (rule == .average ? 5 : 1) { states[place].values.removeFirst() }
      let value = states[place].values.reduce(0, +) / Double(states[place].values.count)
      judge(place, limit.isBeyond(value), SensorIndex(UInt16(position)), instant, into: &actions)
    }
    guard hasValue else { return }
    sensors[position].staleAt = instant.advanced(by: Self.windows[position])
    if sensors[position].isLost {
      sensors[position].isLost = false
      if rule != .cooldown { report(.noData, .medium, false, SensorIndex(UInt16(position)), into: &actions) }
    }
  }

  private mutating func judge(
    _ place: Int, _ isBeyond: Bool, _ sensor: SensorIndex, _ instant: Instant, into actions: inout [Action]
  ) {
    let limit = limits[place]
    if !isBeyond {
      if states[place].isOn { report(limit.id, limit.priority, false, sensor, into: &actions) }
      states[place].isOn = false
    } else if !states[place].isOn {
      if rule == .cooldown, let begun = states[place].begunAt, begun.advanced(by: Self.cooldownTime) > instant {
        return
      }
      states[place].isOn = true
      states[place].begunAt = instant
      report(limit.id, limit.priority, true, sensor, into: &actions)
    }
  }

  private mutating func lose(_ position: Int, into actions: inout [Action]) {
    sensors[position].isLost = true
    let sensor = SensorIndex(UInt16(position))
    for place in limits.indices {
      let isOfStrap = limits[place].quantity == .heartRateBeatsPerMinute
      guard isOfStrap == (position == 1) else { continue }
      if states[place].isOn { report(limits[place].id, limits[place].priority, false, sensor, into: &actions) }
      states[place].isOn = false
      states[place].values = []
    }
    if rule != .cooldown { report(.noData, .medium, true, sensor, into: &actions) }
  }

  private mutating func report(
    _ id: ConditionID, _ priority: Priority, _ begins: Bool, _ sensor: SensorIndex, into actions: inout [Action]
  ) {
    sequence += 1
    actions.append(
      .alarm(
        AlarmTransition(
          sequence: sequence, condition: id, sensor: sensor, priority: priority, isTechnical: id == .noData,
          presence: begins ? .on : .off, isOnset: begins, activation: begins ? .on : .off, limit: nil, value: nil)))
  }
}
