import Readings

/// One alarm condition at one sensor, person or box, from the moment at which it holds until its episode is over. It
/// holds the state of the alarm: presence, priority, acknowledgement and value. ``AlarmSystem`` owns all occurrences.
struct Occurrence: Sendable {
  /// The part of an occurrence that is reported: a change of it makes an ``AlarmTransition``.
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
  var episode: EpisodeKey
  /// How long after its onset it rises to high priority; `nil` if it never does.
  let escalatesAfter: Duration?
  let isTest: Bool
  var escalates: Bool
  var priority: Priority
  var presence = Presence.off
  var isHeld = true
  /// When the alarm is due to begin, while the condition holds and the alarm has not begun.
  var dueAt: Instant?
  /// When the alarm begins to sound, while it is only shown: at low priority, by its lamp. ``Instant/never`` for not at all.
  var soundsAt: Instant?
  /// When its priority rises to high at the latest, if it ``escalates``.
  var risesAt: Instant?
  /// When the alarm began in this episode.
  var onsetAt: Instant?
  /// When the alarm last ended; for a test, when it is to end.
  var endedAt: Instant?
  /// Whether the condition has been absent for long enough to leave its episode.
  var isCalm = false
  /// When its latest burst began since its onset, or since it sounds again; `nil` before the first one. See
  /// ``SoundWay``.
  private(set) var burstAt: Instant?
  /// Since when it waits for that burst; `nil` until the change that made it sound is settled. A burst that was over
  /// before does not count, even if it had the same signal.
  private var speaksSince: Instant?
  /// When the acknowledgement ends and the alarm sounds again. It is kept if the alarm ends for a short time.
  var acknowledgedUntil: Instant?
  /// How another box signals it, for a condition of ``Elsewhere``.
  var elsewhere = Elsewhere.Signal()
  /// The value beyond which an acknowledged alarm sounds again, once.
  var speaksAgainAt: (value: Double, isAbove: Bool)?
  /// Whether the data of the alarm are missing, so that `value` is the last one received.
  var isLastValue = false
  var value: Double?
  /// The latest measured value, even if it is not beyond the limit.
  var latest: Double?
  var limit: Double?
  /// The limit of the next higher priority; `nil` for that of the table.
  var nextLimit: Double?
  var bounds: Bounds
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

  /// It sounds as at its onset: a burst is due.
  mutating func speakAgain() { (burstAt, speaksSince) = (nil, nil) }

  /// The change that made it sound is settled at this instant.
  mutating func noteWaiting(since instant: Instant) { if burstAt == nil { speaksSince = speaksSince ?? instant } }

  /// A burst of its signal was played, perhaps in part before it was waited for.
  /// - Returns: whether it stands for this alarm.
  mutating func noteBurst(from began: Instant, to ended: Instant) -> Bool {
    guard let speaksSince, speaksSince < ended else { return false }
    let heardAt = max(began, speaksSince)
    guard burstAt.map({ $0 < heardAt }) ?? true else { return false }
    burstAt = heardAt
    return true
  }

  /// The signal of the alarm. After a hand-over it is that of the alarm that it replaces.
  var signal: SoundSignal { SoundSignal(priority: priority, family: episode.family) }

  var isOn: Bool { presence == .on || presence == .ack }

  /// Whether a busy phase of flight withholds the alarm. A high priority is never withheld.
  func isWithheld(_ isWithholding: Bool) -> Bool { isWithholding && priority < .high }
}
