import Readings

/// An alarm that was there when an earlier run ended, as its log tells.
public struct RememberedAlarm: Sendable, Equatable {
  /// Which condition.
  public let condition: ConditionID
  /// The priority that it had reached.
  public let priority: Priority
  /// Whether only its sound was left.
  public let isLatched: Bool
  /// What was left of its acknowledgement when this run began; `nil` where it was not acknowledged.
  public let acknowledgementLeft: Duration?
  /// The limit in force at the time, in the unit of the condition's trigger.
  public let limit: Double?
  /// The latest value, in the same unit.
  public let value: Double?

  /// All fields.
  public init(
    condition: ConditionID, priority: Priority, isLatched: Bool, acknowledgementLeft: Duration?, limit: Double?,
    value: Double?
  ) {
    self.condition = condition
    self.priority = priority
    self.isLatched = isLatched
    self.acknowledgementLeft = acknowledgementLeft
    self.limit = limit
    self.value = value
  }

  /// The same alarm, taken up some time after the run began: so much less is left of its acknowledgement, which survives
  /// a restart and never grows longer by it.
  public func takenUp(after elapsed: Duration) -> RememberedAlarm {
    RememberedAlarm(
      condition: condition, priority: priority, isLatched: isLatched,
      acknowledgementLeft: acknowledgementLeft.flatMap { $0 > elapsed ? $0 - elapsed : nil }, limit: limit, value: value
    )
  }
}
