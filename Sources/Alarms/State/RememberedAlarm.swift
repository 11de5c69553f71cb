/// An alarm that was present when an earlier run ended, as read from its logbook. The next run continues it.
package struct RememberedAlarm: Sendable, Equatable {
  package let condition: ConditionID
  package let priority: Priority
  /// Whether only its latched sound was left.
  package let isLatched: Bool
  /// The rest of its acknowledgement when this run began; `nil` if it was not acknowledged.
  package let acknowledgementLeft: Duration?
  /// The rest of its pause when this run began; `nil` if it was not paused.
  package let pauseLeft: Duration?
  /// How long it had sounded without an answer.
  package let unanswered: Duration
  /// The family of its episode; `nil` if the logbook does not hold it.
  package let family: SignalFamily?
  /// The limit in force at the time, in the unit of the condition's trigger.
  package let limit: Double?
  /// The latest value, in the unit of the limit.
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

  /// An alarm in the state of its latest log entry.
  /// - Parameters:
  ///   - silenceLeft: the rest of its pause or acknowledgement; `nil` if nothing was left.
  ///   - unanswered: how long it had sounded without an answer.
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

  /// The same alarm, continued some time after the run began: its pause and acknowledgement are shorter by this time,
  /// so that a restart never extends them.
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
