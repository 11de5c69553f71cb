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
  /// Whether the latest value is beyond the limit; between limit and hysteresis an alarm goes on, and none begins.
  var isBeyondLimit = true
  /// Since when its data are stale: it is not signalled, and goes on where it was if fresh data are still beyond.
  var suspendedAt: Instant?
  /// Whether it stands in for a high alarm whose data went stale: then no phase withholds it.
  var standsInForHigh = false
  /// When its alarm began; kept for a while after its end, so that one that comes and goes still rises in priority.
  var onsetAt: Instant?
  /// When it ended last.
  var endedAt: Instant?
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
      if isWithheld(isWithholding) { .off } else { pausedUntil == nil ? .on : .paused }
    }
  }

  /// Whether a busy phase of flight holds it back.
  func isWithheld(_ isWithholding: Bool) -> Bool { isWithholding && priority < .high && !standsInForHigh }

  /// When its alarm is due: it holds for long enough, and its latest value is fresh and beyond the limit, or it had
  /// begun before its data went stale.
  func dueAt(after notBefore: Duration) -> Instant? {
    guard presence == .off || presence == .latched, suspendedAt == nil, isBeyondLimit || onsetAt != nil else {
      return nil
    }
    return heldSince?.advanced(by: notBefore)
  }

  /// Whether it is over and can be forgotten: at once, or where its priority rises with time only after some time
  /// without it.
  func isOver(at instant: Instant) -> Bool {
    guard presence == .off else { return false }
    if let suspendedAt { return suspendedAt.advanced(by: Self.longestSuspension) < instant }
    guard heldSince == nil else { return false }
    guard escalates, let endedAt else { return true }
    return endedAt.advanced(by: Self.memory) < instant
  }

  /// A value that comes back beyond its limit within this time goes on where it was; after it, it begins anew.
  private static let longestSuspension = Duration.seconds(120)
  /// A loss that comes back within this time is the same loss: a strap that is heard now and then is as good as lost.
  private static let memory = Duration.seconds(60)
}
