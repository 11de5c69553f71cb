import Alarms
import Readings

/// The keys of single alarm conditions. A condition has only the keys that its rule supports.
extension Keys {
  /// The value at which the condition begins; `nil` if it has none, or none that may be set.
  package static func limit(of condition: Condition) -> SettingKey<Double>? {
    guard let limit = condition.limit, let range = condition.limitRange else { return nil }
    return SettingKey(
      "alarms.\(condition.id.name).limit", .number(range, unit: condition.trigger.unit), limit, .byReload,
      "`limit` is the value at which a condition begins.")
  }

  /// The lower limit that counts after a long time; `nil` if the condition has none.
  package static func sustainedLimit(of condition: Condition) -> SettingKey<Double>? {
    guard let sustained = condition.sustained, let range = condition.limitRange else { return nil }
    return SettingKey(
      "alarms.\(condition.id.name).sustained-limit", .number(range, unit: condition.trigger.unit), sustained.limit,
      .byReload, "High also after `sustained-minutes` at this lower limit.")
  }

  /// The time that belongs to ``sustainedLimit(of:)``.
  package static func sustainedMinutes(of condition: Condition) -> SettingKey<Double>? {
    guard let sustained = condition.sustained else { return nil }
    return SettingKey(
      "alarms.\(condition.id.name).sustained-minutes",
      .number(minutes(ConditionTable.sustainedTimes), unit: "minutes"), sustained.time.inSeconds / 60, .byReload,
      "High also after `sustained-minutes` at this lower limit.")
  }

  /// Whether the condition is on; `nil` if it may not be switched off.
  package static func enabled(_ condition: Condition) -> SettingKey<Bool>? {
    guard condition.mayBeSwitchedOff else { return nil }
    return SettingKey(
      "alarms.\(condition.id.name).enabled", true, .byReload, "`enabled: false` switches a condition off.")
  }

  static func allKeys(of condition: Condition) -> [ConfigurationKey] {
    [
      limit(of: condition)?.plain, sustainedLimit(of: condition)?.plain, sustainedMinutes(of: condition)?.plain,
      enabled(condition)?.plain,
    ].compactMap(\.self)
  }

  static func minutes(_ range: ClosedRange<Duration>) -> ClosedRange<Double> {
    range.lowerBound.inSeconds / 60...range.upperBound.inSeconds / 60
  }
}
