import Readings

/// What is to be told to somebody far away.
package struct Notice: Sendable, Equatable {
  /// Why it is told.
  package enum Reason: String, Sendable {
    /// Nobody answers a high alarm.
    case unanswered
    /// Somebody pauses one and the same episode again and again.
    case pausedAgain = "paused-again"
  }

  /// Why it is told.
  package let reason: Reason
  package let condition: ConditionID
  /// At which sensor; `nil` for the appliance itself.
  package let sensor: SensorIndex?
  /// Whom or what it is about.
  package let subject: Subject
  /// How soon somebody must act.
  package let priority: Priority
  /// For how long its episode has sounded unanswered.
  package let unanswered: Duration
  /// The limit in force, in the unit of the condition's trigger.
  package let limit: Double?
  /// The latest value, in the same unit.
  package let value: Double?
}
