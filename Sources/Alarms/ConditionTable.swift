import Readings

/// Every alarm condition, in the order of ``ConditionID``, each found by its name.
///
/// Limits: CO2 800/1500/2500 ppm and heart rate 60 and 100 bpm are the product's defaults. The bounds (not before, must
/// by) and the hysteresis are our own proposal, patterned on gas-alarm standards, which give each trip point both
/// (EN 50291, UL 2034: 100 ppm CO not before 10 min, by 40 min).
public struct ConditionTable: Sendable {
  private var conditions: [Condition]

  /// The defaults.
  public static let standard = ConditionTable(conditions: ConditionID.allCases.map(standardCondition))

  /// The condition of a name.
  public subscript(id: ConditionID) -> Condition {
    conditions.first { $0.id == id } ?? Self.standardCondition(id)
  }

  /// All of them.
  public var all: [Condition] { conditions }

  /// Sets a limit. `false`, and nothing changed, where the condition has none or the value is outside its range.
  public mutating func setLimit(_ limit: Double, of id: ConditionID) -> Bool {
    guard let index = conditions.firstIndex(where: { $0.id == id }), let range = conditions[index].limitRange,
      range.contains(limit)
    else { return false }
    conditions[index].limit = limit
    return true
  }

  private static func standardCondition(_ id: ConditionID) -> Condition {
    switch id {
    case .co2Low: co2(id, .low, limit: 800, hysteresis: 50, notBefore: 120, mustBy: 300)
    case .co2Medium: co2(id, .medium, limit: 1500, hysteresis: 100, notBefore: 60, mustBy: 180)
    case .co2High: co2(id, .high, limit: 2500, hysteresis: 100, notBefore: 30, mustBy: 90)
    case .heartRateLow: heartRate(id, .below(.heartRateBeatsPerMinute), limit: 60)
    case .heartRateHigh: heartRate(id, .above(.heartRateBeatsPerMinute), limit: 100)
    case .noData:
      // The freshness window itself is the dwell; a heart-rate sensor's loss is high after half a minute more.
      Condition(
        id: id, priority: .medium, family: .technical, trigger: .stale, limit: nil, limitRange: nil, hysteresis: 0,
        notBefore: .zero, mustBy: .seconds(10), escalatesAfter: .seconds(30))
    case .vocHigh: reported(id, .high, .air, notBefore: 30, mustBy: 90)
    case .cabinAltitudeMedium: reported(id, .medium, .air, notBefore: 10, mustBy: 30)
    case .cabinAltitudeHigh: reported(id, .high, .air, notBefore: 10, mustBy: 30)
    // A strap that slips, or one damaged message, is not worth an alarm; five seconds of it are.
    case .noContact, .implausible: reported(id, .medium, .technical, notBefore: 5, mustBy: 10)
    // What counts as frozen has its dwell in the catalogue, by model.
    case .frozen: reported(id, .medium, .technical, mustBy: 10)
    case .adapterGone, .sounderFailed: reported(id, .high, .technical, mustBy: 10)
    case .sensorBatteryLow, .clockUnset, .diskFull, .lampFailed, .restarted: reported(id, .low, .technical, mustBy: 60)
    }
  }

  private static func co2(
    _ id: ConditionID, _ priority: Priority, limit: Double, hysteresis: Double, notBefore: Int, mustBy: Int
  ) -> Condition {
    // 400 ppm is outdoor air: below it every reading would alarm. 10,000 ppm is where common sensors end.
    Condition(
      id: id, priority: priority, family: .air, trigger: .atOrAbove(.co2PartsPerMillion), limit: limit,
      limitRange: 450...10_000, hysteresis: hysteresis, notBefore: .seconds(notBefore), mustBy: .seconds(mustBy),
      escalatesAfter: nil)
  }

  private static func heartRate(_ id: ConditionID, _ trigger: Condition.Trigger, limit: Double) -> Condition {
    Condition(
      id: id, priority: .high, family: .heart, trigger: trigger, limit: limit, limitRange: 40...200, hysteresis: 3,
      notBefore: .seconds(5), mustBy: .seconds(10), escalatesAfter: nil)
  }

  private static func reported(
    _ id: ConditionID, _ priority: Priority, _ family: SignalFamily, notBefore: Int = 0, mustBy: Int
  ) -> Condition {
    Condition(
      id: id, priority: priority, family: family, trigger: .reported, limit: nil, limitRange: nil, hysteresis: 0,
      notBefore: .seconds(notBefore), mustBy: .seconds(mustBy), escalatesAfter: nil)
  }
}
