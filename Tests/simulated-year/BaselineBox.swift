import Alarms
import Monitor
import Readings
import Simulation

/// A simpler rule to compare with, made from its description and from nothing of Lapwing's own rules.
///
/// All three alarm on the first value at or beyond a limit, and end with the first that is not.
struct BaselineBox: AlarmBox {
  enum Rule: String, CaseIterable {
    /// An alarm that has begun is not told again for 300 s, whatever its priority; data that have gone stale end it, and
    /// nothing tells of that.
    case cooldown = "cooldown that mutes critical alarms, no stale alarm"
    /// Nothing more, and a no-data alarm when a sensor has not been heard for its freshness window.
    case plain = "plain thresholds"
    /// As plain, on the mean of the last five values of a quantity.
    case average = "thresholds on the mean of five values"
  }

  private struct Limit {
    let id: ConditionID
    let priority: Priority
    let quantity: Quantity
    let isBeyond: @Sendable (Double) -> Bool
  }

  private static let limits: [Limit] = [
    Limit(id: .co2Low, priority: .low, quantity: .co2PartsPerMillion) { $0 >= 800 },
    Limit(id: .co2Medium, priority: .medium, quantity: .co2PartsPerMillion) { $0 >= 1_500 },
    Limit(id: .co2High, priority: .high, quantity: .co2PartsPerMillion) { $0 >= 2_500 },
    // 10,000, 12,500 and 14,000 ft in the standard atmosphere, hPa. A plain rule knows no half hour.
    Limit(id: .cabinAltitudeMedium, priority: .medium, quantity: .pressureHectopascals) { $0 <= 696.8 },
    Limit(id: .cabinAltitudeHigh, priority: .high, quantity: .pressureHectopascals) { $0 <= 595.2 },
    Limit(id: .heartRateLow, priority: .high, quantity: .heartRateBeatsPerMinute) { $0 < 60 },
    Limit(id: .heartRateHigh, priority: .high, quantity: .heartRateBeatsPerMinute) { $0 > 100 },
  ]

  private struct State {
    var isOn = false
    var begunAt: Instant?
    var values: [Double] = []
  }
  private struct Sensor {
    var staleAt: Instant?
    var isLost = false
  }

  /// A strap is fresh for 5 s, an Aranet4 that measures every minute for 150 s.
  private static let windows = [Duration.seconds(150), .seconds(5)]
  private static let cooldownTime = Duration.seconds(300)

  private let rule: Rule
  private let watched: Set<ConditionID>
  private var states = Array(repeating: State(), count: BaselineBox.limits.count)
  private var sensors = [Sensor(), Sensor()]
  private var sequence: UInt64 = 0

  static let remembers = false

  init(_ rule: Rule, watched: Set<ConditionID>) {
    self.rule = rule
    self.watched = watched
  }

  var nextDeadline: Instant? { sensors.compactMap { $0.isLost ? nil : $0.staleAt }.min() }

  mutating func restart(at instant: Instant, into actions: inout [Action]) {
    self = BaselineBox(rule, watched: watched)
  }

  mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action]) {
    guard case .tick = event else { return }
    for position in sensors.indices {
      guard let staleAt = sensors[position].staleAt, staleAt <= instant, !sensors[position].isLost else { continue }
      lose(position, into: &actions)
    }
  }

  mutating func hear(_ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action]) {
    let position = Int(sensor.position)
    guard sensors.indices.contains(position) else { return }
    var hasValue = false
    for place in Self.limits.indices where watched.contains(Self.limits[place].id) {
      let limit = Self.limits[place]
      guard let heard = reading.measurements[limit.quantity] else { continue }
      if heard == 0, limit.quantity == .heartRateBeatsPerMinute { continue }
      hasValue = true
      states[place].values.append(heard)
      if states[place].values.count > (rule == .average ? 5 : 1) { states[place].values.removeFirst() }
      let value = states[place].values.reduce(0, +) / Double(states[place].values.count)
      judge(place, limit.isBeyond(value), SensorIndex(UInt16(position)), instant, into: &actions)
    }
    guard hasValue else { return }
    sensors[position].staleAt = instant.advanced(by: Self.windows[position])
    if sensors[position].isLost {
      sensors[position].isLost = false
      if rule != .cooldown { tell(.noData, .medium, false, SensorIndex(UInt16(position)), into: &actions) }
    }
  }

  private mutating func judge(
    _ place: Int, _ isBeyond: Bool, _ sensor: SensorIndex, _ instant: Instant, into actions: inout [Action]
  ) {
    let limit = Self.limits[place]
    if !isBeyond {
      if states[place].isOn { tell(limit.id, limit.priority, false, sensor, into: &actions) }
      states[place].isOn = false
    } else if !states[place].isOn {
      if rule == .cooldown, let begun = states[place].begunAt, begun.advanced(by: Self.cooldownTime) > instant {
        return
      }
      states[place].isOn = true
      states[place].begunAt = instant
      tell(limit.id, limit.priority, true, sensor, into: &actions)
    }
  }

  private mutating func lose(_ position: Int, into actions: inout [Action]) {
    sensors[position].isLost = true
    let sensor = SensorIndex(UInt16(position))
    for place in Self.limits.indices {
      let isOfStrap = Self.limits[place].quantity == .heartRateBeatsPerMinute
      guard isOfStrap == (position == 1) else { continue }
      if states[place].isOn { tell(Self.limits[place].id, Self.limits[place].priority, false, sensor, into: &actions) }
      states[place].isOn = false
      states[place].values = []
    }
    if rule != .cooldown { tell(.noData, .medium, true, sensor, into: &actions) }
  }

  private mutating func tell(
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
