import Readings

/// What an alarm is raised for: a condition, its place, and the value and rules behind it.
///
/// ``AlarmSystem/raise(_:isHandOver:at:)`` copies it into an occurrence. The rooms above fill it in: a limit rule, the
/// watch over a person, or a fault detector.
package struct AlarmCause: Sendable {
  package var condition: ConditionID
  /// The sensor; `nil` for an alarm of the box itself.
  package var sensor: SensorIndex?
  /// The person, the room or the box that it is about.
  package var subject: Subject
  /// The value that raised it, in the unit of the limit.
  package var value: Double?
  /// The limit that the value is beyond; `nil` for the condition's own.
  package var limit: Double?
  /// The bounds in force; `nil` for the condition's own.
  package var bounds: Bounds?
  /// The limit of the next higher priority; `nil` for the table's.
  package var nextLimit: Double?
  /// The priority of the alarm that it replaces, if that is higher than the condition's own.
  package var priority: Priority?
  /// The family whose episode it continues; `nil` for the condition's own.
  package var family: SignalFamily?
  /// Whether it becomes high priority with time, if the condition allows that.
  package var escalates = false
  /// When it begins to sound. Until then it is only shown, at low priority: from ``showsAt`` on, or at once. `nil`: now.
  package var soundsAt: Instant?
  package var showsAt: Instant?
  /// When it becomes high priority at the latest, if it ``escalates``; `nil`: by the condition's time since its onset alone.
  package var risesAt: Instant?
  /// Whether the data have gone, so that ``value`` is the last one that was measured.
  package var isLastValue = false

  package init(
    _ condition: ConditionID, at sensor: SensorIndex?, of subject: Subject, value: Double? = nil,
    limit: Double? = nil
  ) {
    self.condition = condition
    self.sensor = sensor
    self.subject = subject
    self.value = value
    self.limit = limit
  }
}
