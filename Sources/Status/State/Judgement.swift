import Alarms
import Readings

/// A value as the box itself judges it, for the page and for speech.
package enum Judgement: Sendable, Equatable {
  case good
  /// Of a box that does not report its limits, and of a sensor that raises no alarm: no one may call its value good.
  case unjudged
  /// Inside the limits that are on, and where a limit would be that is switched off: no alarm would come of it.
  case unwatched
  /// Beyond the limit of a condition: below it, above it, or in one of the steps of CO2 and the like.
  case low(Priority), high(Priority), step(Priority)
  /// An alarm stands that is about the value.
  case alarm(Priority)

  /// `nil` if nothing is wrong, as far as is known.
  package var priority: Priority? {
    switch self {
    case .good, .unjudged, .unwatched: nil
    case .low(let priority), .high(let priority), .step(let priority), .alarm(let priority): priority
    }
  }

  /// The value against the limits of the running box, and never better than an alarm that stands.
  package static func of(_ value: Double, _ quantity: Quantity, of sensor: SensorReport, in status: BoxStatus)
    -> Judgement
  {
    let measured = byLimits(value, quantity, sensor.limits)
    let alarms = status.alarms.filter { isAbout(quantity, of: sensor, $0) }
    guard let worst = Priority.allCases.last(where: { priority in alarms.contains { $0.priority == priority.name } })
    else { return measured }
    return measured.priority.map { $0 >= worst } ?? false ? measured : .alarm(worst)
  }

  /// The conditions that compare a quantity with a limit, the worst first.
  private static let compared: [Quantity: [Condition]] = Dictionary(
    grouping: ConditionTable.standard.all.filter { $0.trigger.quantity != nil }.sorted { $0.priority > $1.priority }
  ) { $0.trigger.quantity ?? .co2PartsPerMillion }

  /// Whether an alarm can be about it.
  package static func isWatched(_ quantity: Quantity) -> Bool { compared[quantity] != nil }

  /// The limits of a quantity that are on.
  package static func limits(of quantity: Quantity, _ limits: LimitsReport?) -> [Double] {
    (compared[quantity] ?? []).compactMap { limits?[$0.id] }
  }

  package static func byLimits(_ value: Double, _ quantity: Quantity, _ limits: LimitsReport?) -> Judgement {
    let conditions = compared[quantity] ?? []
    guard conditions.contains(where: { limits?[$0.id] != nil }) else { return .unjudged }
    for condition in conditions {
      if let limit = limits?[condition.id], isBeyond(value, limit, condition.trigger) {
        return beyond(condition)
      }
    }
    // Where the limit of a condition that is off would be, by the table of the conditions.
    let isMissed = conditions.contains { condition in
      limits?[condition.id] == nil && condition.limit.map { isBeyond(value, $0, condition.trigger) } == true
    }
    return isMissed ? .unwatched : .good
  }

  private static func isBeyond(_ measured: Double, _ limit: Double, _ trigger: Condition.Trigger) -> Bool {
    let value = trigger.shown(measured)
    return switch trigger {
    case .atOrAbove, .cabinAltitude, .carbonMonoxide: value >= limit
    case .above: value > limit
    case .below: value < limit
    case .stale, .reported: false
    }
  }

  private static func beyond(_ condition: Condition) -> Judgement {
    switch condition.trigger {
    case .below: .low(condition.priority)
    case .above: .high(condition.priority)
    default: .step(condition.priority)
    }
  }

  /// Whether an alarm speaks of this value: of its quantity, or of what the sensor measures otherwise, such as a pulse
  /// that is missing. A test of the signals says nothing of the air.
  private static func isAbout(_ quantity: Quantity, of sensor: SensorReport, _ alarm: AlarmReport) -> Bool {
    guard alarm.isTest != true else { return false }
    let person = sensor.identity.person
    let isHere = alarm.address == nil || alarm.address == sensor.identity.address
    let isOfPerson = person != nil && alarm.person == person
    guard isHere || isOfPerson, let id = ConditionID(name: alarm.condition) else { return false }
    let condition = ConditionTable.standard[id]
    if let compared = condition.trigger.quantity { return compared == quantity }
    let isHeart = quantity == .heartRateBeatsPerMinute
    return !condition.isTechnical && (condition.family == .heart) == isHeart
  }
}
