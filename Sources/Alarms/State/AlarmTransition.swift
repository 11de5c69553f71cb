import Readings

/// One change of an alarm: what is logged, shown and sent on. The log is append-only and holds the limit that was in
/// force at the time.
package struct AlarmTransition: Sendable, Equatable {
  /// Counts up from 1 through a run; the logbook reports by it what it has committed.
  package var sequence: UInt64
  package let condition: ConditionID
  /// At which sensor; `nil` for the appliance itself.
  package var sensor: SensorIndex?
  /// Whom or what it is about.
  package let subject: Subject
  /// How soon somebody must act.
  package let priority: Priority
  /// Whether it is about the appliance and its sensors.
  package let isTechnical: Bool
  /// Whether the condition is there.
  package let presence: Presence
  /// Whether this is the beginning of an alarm, or of a higher priority of it.
  package let isOnset: Bool
  /// Whether its signals are generated.
  package let activation: Activation
  /// Whether somebody raised it to try the signals.
  package let isTest: Bool
  /// Until when its sound is paused or its acknowledgement counts; `nil` where neither is so.
  package let silentUntil: Instant?
  /// The limit in force, in the unit of the condition's trigger.
  package let limit: Double?
  /// The latest value of the data that raised it, in the same unit.
  package let value: Double?
  /// Whether those data have gone, so that the value is the last one that there was.
  package let isLastValue: Bool
  /// What its episode is about; that of the alarm that it stands in for.
  package let family: SignalFamily
  /// The bounds in force.
  package let bounds: Bounds?
  /// For how long its episode has sounded at this priority without an answer.
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
