import Alarms
import Status

/// What a message says of one alarm, before it has words: each reader gets them in their own language.
package enum AlarmTerm: Sendable, Equatable {
  /// - Parameter advice: what the box says to do, if that is not the advice of the condition.
  case began(AlarmValue, Priority, advice: String?)
  /// - Parameter seconds: how long it has waited for an answer.
  case unanswered(AlarmValue, seconds: Int64)
  /// It was silenced, and sounds again.
  case again(AlarmValue)
  case acknowledged(condition: String)
  /// A high alarm is silent for 120 s.
  case paused(condition: String)
  /// - Parameter began: ms since 1970.
  case ended(condition: String, began: Int64)
}

package struct AlarmValue: Sendable, Equatable {
  package let condition: String
  /// In the unit of the condition; `nil` without one.
  package var value: Double?
  package var limit: Double?
  /// Whether the value is the last one before the data were lost.
  package var isLastValue = false
  package var person: String?

  package init(
    _ condition: String, value: Double? = nil, limit: Double? = nil, isLastValue: Bool = false, person: String? = nil
  ) {
    (self.condition, self.value, self.limit) = (condition, value, limit)
    (self.isLastValue, self.person) = (isLastValue, person)
  }

  package init(_ alarm: AlarmReport) {
    self.init(
      alarm.condition, value: alarm.value, limit: alarm.limit, isLastValue: alarm.isLastValue == true,
      person: alarm.person)
  }
}
