import Readings

/// One condition at one sensor, from the moment its alarm begins to the moment it can be forgotten.
struct Occurrence: Sendable {
  /// What of an occurrence the rest of the appliance is told.
  struct Report: Equatable, Sendable {
    var presence: Presence
    var activation: Activation
    var priority: Priority
    var isLastValue: Bool
    var subject: Subject

    static func none(_ priority: Priority, _ subject: Subject) -> Report {
      Report(presence: .off, activation: .off, priority: priority, isLastValue: false, subject: subject)
    }
  }

  let condition: ConditionID
  let sensor: SensorIndex?
  /// The episode that it belongs to.
  var episode: EpisodeKey
  /// How long after its onset it rises to high priority, where it does.
  let escalatesAfter: Duration?
  /// Whether somebody raised it to try the signals.
  let isTest: Bool
  /// Whether its priority rises with time.
  var escalates: Bool
  var priority: Priority
  var presence = Presence.off
  /// Whether the condition holds.
  var isHeld = true
  /// When its alarm begins, while it holds and has not begun.
  var dueAt: Instant?
  /// When its alarm began in this episode.
  var onsetAt: Instant?
  /// When it ended last; of a test, when it is to end.
  var endedAt: Instant?
  /// Whether all has been well with it for so long that it leaves its episode.
  var isCalm = false
  /// Until when it is acknowledged; then it sounds again. It outlives a short end.
  var acknowledgedUntil: Instant?
  /// The value beyond which an acknowledged alarm speaks again, once.
  var speaksAgainAt: (value: Double, isAbove: Bool)?
  /// Whether the data that it is about have gone and the value is the last one that there was.
  var isLastValue = false
  var value: Double?
  /// What was measured last, also where it is not beyond the limit.
  var latest: Double?
  /// The limit that it is beyond.
  var limit: Double?
  /// The one of the next higher priority; `nil` for the table's.
  var nextLimit: Double?
  /// The bounds in force.
  var bounds: Bounds
  /// What was told last.
  var reported: Report

  init(
    condition: Condition, sensor: SensorIndex?, episode: EpisodeKey, escalates: Bool = false, isTest: Bool = false,
    value: Double? = nil
  ) {
    self.condition = condition.id
    self.sensor = sensor
    self.episode = episode
    self.isTest = isTest
    self.escalates = escalates && condition.escalatesAfter != nil
    escalatesAfter = condition.escalatesAfter
    priority = condition.priority
    self.value = value
    limit = condition.limit
    bounds = Bounds(notBefore: condition.notBefore, mustBy: condition.mustBy)
    reported = .none(condition.priority, episode.subject)
  }

  /// What it sounds like. What stands in for an alarm whose data have gone sounds like that alarm.
  var signal: SoundSignal { SoundSignal(priority: priority, family: episode.family) }

  /// Whether its alarm is there.
  var isOn: Bool { presence == .on || presence == .ack }

  /// Whether a busy phase of flight holds it back. Withholding never holds back a high priority.
  func isWithheld(_ isWithholding: Bool) -> Bool { isWithholding && priority < .high }
}
