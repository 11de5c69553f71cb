import Readings

/// One condition at one sensor, from the moment it first holds to the moment its alarm is over.
struct Occurrence: Sendable {
  /// What of an occurrence the rest of the appliance is told.
  struct Report: Equatable, Sendable {
    var presence: Presence
    var activation: Activation
    var priority: Priority

    static func none(_ priority: Priority) -> Report { Report(presence: .off, activation: .off, priority: priority) }
  }

  let condition: ConditionID
  let sensor: SensorIndex?
  /// Whether its priority rises with time.
  let escalates: Bool
  var priority: Priority
  /// `.off` while it holds but not yet long enough.
  var presence = Presence.off
  /// When it first held; `nil` once it has gone.
  var heldSince: Instant?
  /// When its alarm began.
  var onsetAt: Instant?
  var pausedUntil: Instant?
  var value: Double?
  /// What was told last.
  var reported: Report

  init(condition: Condition, sensor: SensorIndex?, escalates: Bool, at instant: Instant, value: Double?) {
    self.condition = condition.id
    self.sensor = sensor
    self.escalates = escalates && condition.escalatesAfter != nil
    priority = condition.priority
    heldSince = instant
    self.value = value
    reported = .none(condition.priority)
  }

  /// Whether its signals are generated. Withholding never holds back a high priority.
  func activation(isWithholding: Bool) -> Activation {
    switch presence {
    case .off, .ack: .off
    case .on, .latched:
      if isWithholding, priority < .high { .off } else { pausedUntil == nil ? .on : .paused }
    }
  }

  /// Whether it is over and can be forgotten.
  var isOver: Bool { presence == .off && heldSince == nil }
}
