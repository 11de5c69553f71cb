import Readings

/// A message about an unanswered alarm for people away from the box. The engine outputs it; the program that sends it
/// is outside.
package struct Notice: Sendable, Equatable {
  /// Why a notice is sent. The raw values are words in JSON.
  package enum Reason: String, Sendable {
    /// A high alarm is unanswered.
    case unanswered
    /// A person has paused the same episode several times.
    case pausedAgain = "paused-again"
  }

  package let reason: Reason
  package let condition: ConditionID
  /// `nil` for a condition of the box itself.
  package let sensor: SensorIndex?
  package let subject: Subject
  package let priority: Priority
  /// How long the episode has sounded without an answer.
  package let unanswered: Duration
  /// The limit in force, in the unit of the condition's trigger.
  package let limit: Double?
  /// The latest value, in the unit of the limit.
  package let value: Double?
}
