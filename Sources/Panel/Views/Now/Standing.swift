import Alarms
import Readings
import Status
import Words

/// A value as the box itself judges it: a word, and a class for its colour.
struct Standing {
  let word: NowWords
  let style: String

  static let good = Standing(word: .good, style: "good")
  /// Of a box that does not tell its limits, and of a sensor that raises no alarm: nobody may call its value good.
  static let unjudged = Standing(word: .unjudged, style: "stale")

  /// Inside the limits that are on, and where a limit would be that is switched off: no alarm would come of it.
  static let unwatched = Standing(word: .unwatched, style: "stale")

  private var rank: Int { ["stale", "good", "low", "medium", "high"].firstIndex(of: style) ?? 0 }

  /// The value against the limits of the running box, and never better than an alarm that stands.
  static func of(_ value: Double, _ quantity: Quantity, of sensor: SensorReport, in status: BoxStatus) -> Standing {
    let measured = sensor.limits.map { byLimits(value, quantity, $0) } ?? .unjudged
    let alarms = status.alarms.filter { isAbout(quantity, of: sensor, $0) }
    guard let worst = Priority.allCases.last(where: { priority in alarms.contains { $0.priority == priority.name } })
    else { return measured }
    let alarm = Standing(word: .alarm, style: worst.name)
    return measured.rank >= alarm.rank ? measured : alarm
  }

  private static func byLimits(_ value: Double, _ quantity: Quantity, _ limits: LimitsReport) -> Standing {
    func limit(_ id: ConditionID) -> Double? { limits[id] }
    // Where the limit of a condition that is off would be, by the table of the conditions.
    func isMissed(_ id: ConditionID) -> Bool {
      guard limit(id) == nil, let usual = ConditionTable.standard[id].limit else { return false }
      return id == .heartRateLow ? value < usual : id == .heartRateHigh ? value > usual : value >= usual
    }
    if quantity == .heartRateBeatsPerMinute {
      if let low = limit(.heartRateLow), value < low { return Standing(word: .low, style: "high") }
      if let high = limit(.heartRateHigh), value > high { return Standing(word: .high, style: "high") }
      if limit(.heartRateLow) == nil, limit(.heartRateHigh) == nil { return .unjudged }
      return isMissed(.heartRateLow) || isMissed(.heartRateHigh) ? .unwatched : .good
    }
    let steps: [(ConditionID, NowWords, String)] = [
      (.co2High, .critical, "high"), (.co2Medium, .warning, "medium"), (.co2Low, .advisory, "low"),
    ]
    for (id, word, style) in steps {
      if let limit = limit(id), value >= limit { return Standing(word: word, style: style) }
    }
    if steps.allSatisfy({ limit($0.0) == nil }) { return .unjudged }
    return steps.contains { isMissed($0.0) } ? .unwatched : .good
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
