import Alarms
import Monitor

/// The limits that hold for one person or one sensor in one part of the day, in the units of their conditions.
package struct LimitsInForce: Sendable, Equatable {
  package let isNight: Bool
  private let conditions: [ConditionID: Double]

  package init(under conditions: ConditionTable) {
    isNight = false
    self.conditions = Dictionary(
      uniqueKeysWithValues: conditions.all.compactMap { condition in condition.limit.map { (condition.id, $0) } })
  }

  private init(_ conditions: [ConditionID: Double], isNight: Bool) {
    self.conditions = conditions
    self.isNight = isNight
  }

  package subscript(id: ConditionID) -> Double? { conditions[id] }

  /// The same limits with some of them replaced.
  package func overridden(by limits: [ConditionID: Double], isNight: Bool? = nil) -> LimitsInForce {
    LimitsInForce(conditions.merging(limits, uniquingKeysWith: { $1 }), isNight: isNight ?? self.isNight)
  }
}

extension PersonSettings {
  /// The limits by day and, if they differ, by night.
  package func parts(under conditions: ConditionTable) -> [LimitsInForce] {
    let day = LimitsInForce(under: conditions).overridden(by: dayLimits)
    guard let night else { return [day] }
    return [day, day.overridden(by: night.limits, isNight: true)]
  }
}
