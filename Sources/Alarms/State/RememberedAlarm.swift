import Readings

/// An alarm that was there when an earlier run ended, as its log tells.
package struct RememberedAlarm: Sendable, Equatable {
  package let condition: ConditionID
  /// The priority that it had reached.
  package let priority: Priority
  /// Whether only its sound was left.
  package let isLatched: Bool
  /// What was left of its acknowledgement when this run began; `nil` where it was not acknowledged.
  package let acknowledgementLeft: Duration?
  /// What was left of a pause of its sound when this run began; `nil` where it was not paused.
  package let pauseLeft: Duration?
  /// For how long it had sounded without an answer.
  package let unanswered: Duration
  /// What its episode is about; `nil` where the log does not tell.
  package let family: SignalFamily?
  /// The limit in force at the time, in the unit of the condition's trigger.
  package let limit: Double?
  /// The latest value, in the same unit.
  package let value: Double?

  package init(
    condition: ConditionID, priority: Priority, isLatched: Bool, acknowledgementLeft: Duration?,
    pauseLeft: Duration? = nil, unanswered: Duration = .zero, family: SignalFamily? = nil, limit: Double?,
    value: Double?
  ) {
    self.family = family
    self.pauseLeft = pauseLeft
    self.unanswered = unanswered
    self.condition = condition
    self.priority = priority
    self.isLatched = isLatched
    self.acknowledgementLeft = acknowledgementLeft
    self.limit = limit
    self.value = value
  }

  /// An alarm in the state that was reported last.
  /// - Parameters:
  ///   - silenceLeft: what was left of its pause or its acknowledgement; `nil` if nothing was.
  ///   - unanswered: for how long it had sounded without an answer.
  package init(
    condition: ConditionID, priority: Priority, presence: Presence?, activation: Activation?, silenceLeft: Duration?,
    unanswered: Duration, family: SignalFamily?, limit: Double?, value: Double?
  ) {
    self.init(
      condition: condition, priority: priority, isLatched: presence == .latched,
      acknowledgementLeft: presence == .ack ? silenceLeft : nil,
      pauseLeft: activation == .paused ? silenceLeft : nil, unanswered: unanswered, family: family, limit: limit,
      value: value)
  }

  /// The same alarm, taken up some time after the run began: so much less is left of its acknowledgement, which survives
  /// a restart and never grows longer by it.
  package func takenUp(after elapsed: Duration) -> RememberedAlarm {
    RememberedAlarm(
      condition: condition, priority: priority, isLatched: isLatched,
      acknowledgementLeft: Self.rest(acknowledgementLeft, elapsed), pauseLeft: Self.rest(pauseLeft, elapsed),
      unanswered: unanswered, family: family, limit: limit, value: value)
  }

  private static func rest(_ left: Duration?, _ elapsed: Duration) -> Duration? {
    left.flatMap { $0 > elapsed ? $0 - elapsed : nil }
  }
}
