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
  let family: SignalFamily
  /// How long after its onset it rises to high priority, where it does.
  let escalatesAfter: Duration?
  /// See ``Condition/cooldown``.
  let cooldown: Duration?
  /// Whether somebody raised it to try the signals.
  let isTest: Bool
  /// Whether its priority rises with time.
  var escalates: Bool
  var priority: Priority
  /// `.off` while it holds but not yet long enough.
  var presence = Presence.off
  /// Whether the condition holds.
  var isHeld = true
  /// When its alarm begins, while it holds and has not begun.
  var dueAt: Instant?
  /// Since when its data are stale: it is not signalled, and goes on where it was if fresh data are still beyond.
  var suspendedAt: Instant?
  /// Whether it stands in for a high alarm whose data went stale: then no phase withholds it.
  var standsInForHigh = false
  /// When its alarm began; kept for a while after its end, so that one that comes and goes still rises in priority.
  var onsetAt: Instant?
  /// When it ended last.
  var endedAt: Instant?
  /// Until when its sound is paused.
  var pausedUntil: Instant?
  /// Until when it is acknowledged; then it sounds again.
  var acknowledgedUntil: Instant?
  /// Since when it sounds and nobody has answered.
  var unansweredSince: Instant?
  /// When the next remote notice of it is due.
  var noticeAt: Instant?
  var value: Double?
  /// The limit that it is beyond.
  var limit: Double?
  /// What was told last.
  var reported: Report

  init(condition: Condition, sensor: SensorIndex?, escalates: Bool, isTest: Bool = false, value: Double?) {
    self.condition = condition.id
    self.sensor = sensor
    self.isTest = isTest
    self.escalates = escalates && condition.escalatesAfter != nil
    family = condition.family
    escalatesAfter = condition.escalatesAfter
    cooldown = condition.cooldown
    priority = condition.priority
    self.value = value
    limit = condition.limit
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

  /// Whether it is over and can be forgotten: at once, or where its priority rises with time or its sound must not come
  /// back too soon, only after some time without it.
  func isOver(at instant: Instant) -> Bool {
    guard presence == .off, !isHeld || suspendedAt != nil else { return false }
    if let suspendedAt { return suspendedAt.advanced(by: Self.longestSuspension) < instant }
    if escalates, let endedAt, endedAt.advanced(by: Self.memory) >= instant { return false }
    if let cooldown, let onsetAt, onsetAt.advanced(by: cooldown) >= instant { return false }
    return true
  }

  /// A value that comes back beyond its limit within this time goes on where it was; after it, it begins anew.
  private static let longestSuspension = Duration.seconds(120)
  /// A loss that comes back within this time is the same loss: a strap that is heard now and then is as good as lost.
  private static let memory = Duration.seconds(60)
}
