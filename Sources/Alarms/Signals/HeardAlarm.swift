import Readings

/// The alarm whose signal people hear, with what speech says of it.
package struct HeardAlarm: Sendable, Equatable {
  package let condition: ConditionID
  package let subject: Subject
  package let priority: Priority
  /// In the unit of the condition; `nil` without one, and if the data are missing now.
  package let value: Double?
  package let beganAt: Instant
  package let isTest: Bool

  package init(
    condition: ConditionID, subject: Subject, priority: Priority, value: Double? = nil, beganAt: Instant,
    isTest: Bool = false
  ) {
    self.condition = condition
    self.subject = subject
    self.priority = priority
    self.value = value
    self.beganAt = beganAt
    self.isTest = isTest
  }

  /// Whether it is the same alarm at the same priority, whatever its value.
  package func isSame(as other: HeardAlarm) -> Bool {
    condition == other.condition && subject == other.subject && priority == other.priority && isTest == other.isTest
  }
}
