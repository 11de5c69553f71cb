import Alarms
import Readings
import Status
import Words

/// A value as the box itself judges it: a word, and a class for its colour.
struct Standing {
  let word: NowWords
  let style: String

  static let good = Standing(word: .good, style: "good")
  /// Of a box that does not report its limits, and of a sensor that raises no alarm: no one may call its value good.
  static let unjudged = Standing(word: .unjudged, style: "stale")

  /// Inside the limits that are on, and where a limit would be that is switched off: no alarm would come of it.
  static let unwatched = Standing(word: .unwatched, style: "stale")

  private var rank: Int { ["stale", "good", "low", "medium", "high"].firstIndex(of: style) ?? 0 }

  /// The value against the limits of the running box, and never better than an alarm that stands.
  static func of(_ value: Double, _ quantity: Quantity, of sensor: SensorReport, in status: BoxStatus) -> Standing {
    let measured = byLimits(value, quantity, sensor.limits)
    let alarms = status.alarms.filter { isAbout(quantity, of: sensor, $0) }
    guard let worst = Priority.allCases.last(where: { priority in alarms.contains { $0.priority == priority.name } })
    else { return measured }
    let alarm = Standing(word: .alarm, style: worst.name)
    return measured.rank >= alarm.rank ? measured : alarm
  }

  /// The conditions that compare a quantity with a limit, the worst first.
  private static let compared: [Quantity: [Condition]] = Dictionary(
    grouping: ConditionTable.standard.all.filter { $0.trigger.quantity != nil }.sorted { $0.priority > $1.priority }
  ) { $0.trigger.quantity ?? .co2PartsPerMillion }

  /// Whether an alarm can be about it.
  static func isWatched(_ quantity: Quantity) -> Bool { compared[quantity] != nil }

  /// The limits of a quantity that are on.
  static func limits(of quantity: Quantity, _ limits: LimitsReport?) -> [Double] {
    (compared[quantity] ?? []).compactMap { limits?[$0.id] }
  }

  static func byLimits(_ value: Double, _ quantity: Quantity, _ limits: LimitsReport?) -> Standing {
    let conditions = compared[quantity] ?? []
    guard conditions.contains(where: { limits?[$0.id] != nil }) else { return .unjudged }
    for condition in conditions {
      if let limit = limits?[condition.id], isBeyond(value, limit, condition.trigger) {
        return Standing(word: word(for: condition), style: condition.priority.name)
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

  private static func word(for condition: Condition) -> NowWords {
    switch (condition.trigger, condition.priority) {
    case (.below, _): .low
    case (.above, _): .high
    case (_, .low): .advisory
    case (_, .medium): .warning
    case (_, .high): .critical
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
