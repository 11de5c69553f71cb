import Readings

/// One change of an alarm, as it is logged, printed and sent. The alarm log is append-only, so each entry holds the
/// limit, bounds and priority that were in force at the time.
package struct AlarmTransition: Sendable, Equatable {
  /// Counts from 1 in each run; the logbook reports the number that it has committed.
  package var sequence: UInt64
  package let condition: ConditionID
  /// `nil` for a condition of the box itself.
  package var sensor: SensorIndex?
  package let subject: Subject
  package let priority: Priority
  /// Whether it is about the box or its sensors.
  package let isTechnical: Bool
  package let presence: Presence
  /// Whether the alarm begins, or rises to a higher priority.
  package let isOnset: Bool
  package let activation: Activation
  package let isTest: Bool
  /// When the pause or the acknowledgement ends; `nil` if there is neither.
  package let silentUntil: Instant?
  /// The limit in force, in the unit of the condition's trigger.
  package let limit: Double?
  /// The latest value of the data that raised the alarm, in the same unit.
  package let value: Double?
  /// Whether those data are missing now, so that `value` is the last one received.
  package let isLastValue: Bool
  /// The family of its episode: after a hand-over, that of the alarm that it replaces.
  package let family: SignalFamily
  package let bounds: Bounds?
  /// How long the episode has sounded at this priority without an answer.
  package let unanswered: Duration

  package init(
    sequence: UInt64, condition: ConditionID, sensor: SensorIndex?, subject: Subject = .box, priority: Priority,
    isTechnical: Bool, presence: Presence, isOnset: Bool, activation: Activation, isTest: Bool = false,
    silentUntil: Instant? = nil, limit: Double?, value: Double?, isLastValue: Bool = false,
    family: SignalFamily = .technical, bounds: Bounds? = nil, unanswered: Duration = .zero
  ) {
    self.family = family
    self.bounds = bounds
    self.unanswered = unanswered
    self.subject = subject
    self.isLastValue = isLastValue
    self.sequence = sequence
    self.condition = condition
    self.sensor = sensor
    self.priority = priority
    self.isTechnical = isTechnical
    self.presence = presence
    self.isOnset = isOnset
    self.activation = activation
    self.isTest = isTest
    self.silentUntil = silentUntil
    self.limit = limit
    self.value = value
  }
}
