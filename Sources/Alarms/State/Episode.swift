import Readings

/// What identifies an episode: one subject and one family. Each fault of the box is an episode of its own.
struct EpisodeKey: Hashable, Sendable {
  let subject: Subject
  let family: SignalFamily
  /// `nil` for all subjects but the box.
  let fault: ConditionID?

  init(_ subject: Subject, _ family: SignalFamily, fault: ConditionID? = nil) {
    self.subject = subject
    self.family = family
    self.fault = subject == .box ? fault : nil
  }
}

/// All alarms of one subject and one family, from the first alarm until all conditions have been absent for some time.
/// It holds the pause and the escalation of these alarms, so that both survive a change of the condition, missing data
/// and a restart.
struct Episode: Sendable {
  var key: EpisodeKey
  private(set) var pausedUntil: Instant?
  /// Only alarms of this priority are paused.
  private(set) var pausedPriority = Priority.low
  /// The vital signs of which the person knew who has paused it: the pause mutes no other one.
  private var knownVitals: VitalSigns = []
  /// Which limit of the heart rate it was about last: a pause of one direction never mutes the other.
  private var direction: ConditionID?
  /// How often people have paused the episode.
  private(set) var pauses = 0
  /// How long alarms of each priority have sounded without an answer, in nanoseconds, up to `countedAt`.
  private var unanswered = InlineArray<3, Int64>(repeating: 0)
  private(set) var notices: Int64 = 0
  /// The priority that has sounded since `countedAt`.
  private var sounding: Priority?
  private var countedAt = Instant.start

  init(_ key: EpisodeKey, loud: Bool) {
    self.key = key
    if loud {
      for priority in Priority.allCases {
        guard let step = Escalation.step(to: .louder, of: priority) else { continue }
        unanswered[Int(priority.rawValue)] = step.wholeNanoseconds
      }
    }
  }

  /// Adds the time up to now to the priority that sounded until now, and sets the one that sounds from now on.
  mutating func count(_ sounding: Priority?, at instant: Instant) {
    if let before = self.sounding {
      unanswered[Int(before.rawValue)] += max(0, countedAt.duration(to: instant).wholeNanoseconds)
    }
    self.sounding = sounding
    countedAt = instant
  }

  /// How long alarms of a priority have sounded without an answer.
  func unanswered(_ priority: Priority, at instant: Instant) -> Duration {
    let since = sounding == priority ? max(0, countedAt.duration(to: instant).wholeNanoseconds) : 0
    return .nanoseconds(unanswered[Int(priority.rawValue)] + since)
  }

  /// Continues the episode of an earlier run.
  /// - Parameter direction: the condition that it is about now; `nil` if one of its alarms is only latched.
  mutating func resume(
    unanswered: Duration, of priority: Priority, about direction: ConditionID?, pausedUntil: Instant?
  ) {
    if let direction, direction.opposite != nil { self.direction = direction }
    self.unanswered[Int(priority.rawValue)] = max(
      self.unanswered[Int(priority.rawValue)], unanswered.wholeNanoseconds)
    if priority == .high {
      notices = max(notices, unanswered.wholeNanoseconds / Escalation.noticeInterval.wholeNanoseconds)
    }
    guard let pausedUntil, self.pausedUntil == nil else { return }
    self.pausedUntil = pausedUntil
    pausedPriority = priority
    // An earlier run does not say what was known.
    knownVitals = [.heartRate, .oxygen]
    pauses = max(pauses, 1)
  }

  /// Pauses alarms of a priority. A running pause is not extended.
  mutating func pause(_ priority: Priority, about vitals: VitalSigns, until end: Instant) {
    guard pausedUntil == nil || pausedPriority != priority else { return }
    pausedUntil = end
    pausedPriority = priority
    knownVitals = vitals
    pauses += 1
  }

  mutating func endPause() { pausedUntil = nil }

  func isPauseOfOther(than vital: VitalSigns) -> Bool { !knownVitals.isSuperset(of: vital) }

  /// An alarm is about a limit of the heart rate, which may be the other one. What comes between, such as a missing pulse,
  /// changes nothing.
  mutating func turn(to condition: ConditionID) {
    guard let opposite = condition.opposite else { return }
    if direction == opposite { endPause() }
    direction = condition
  }

  /// A person has acknowledged alarms of a priority: their unanswered time begins again at zero.
  mutating func answer(_ priority: Priority, at instant: Instant) {
    // The time since the last count is answered too.
    count(sounding, at: instant)
    unanswered[Int(priority.rawValue)] = 0
  }

  /// Counts a notice that has been sent.
  mutating func noteNotice(at instant: Instant) {
    // If the clock has jumped, one notice is sent, not many.
    notices = max(
      notices + 1,
      unanswered(.high, at: instant).wholeNanoseconds / Escalation.noticeInterval.wholeNanoseconds)
  }

  /// Whether the episode is over and only a latched sound is left: the next alarm begins a new episode.
  var isOver = false

  mutating func begin() {
    if isOver {
      pauses = 0
      pausedUntil = nil
    }
    isOver = false
  }

  /// Takes over the escalation of another episode of the same subject, so that this one is not quieter.
  mutating func inherit(_ other: Episode, at instant: Instant) {
    for priority in Priority.allCases {
      let place = Int(priority.rawValue)
      unanswered[place] = max(unanswered[place], other.unanswered(priority, at: instant).wholeNanoseconds)
    }
    notices = max(notices, other.notices)
  }

  /// The loudness of this episode. The escalation reached at a lower priority counts for a higher one too.
  func loudness(at instant: Instant) -> Loudness {
    guard let sounding else { return .normal }
    var loudest = Loudness.normal
    for priority in Priority.allCases where priority <= sounding {
      let time = unanswered(priority, at: instant)
      for step in Loudness.allCases {
        if let after = Escalation.step(to: step, of: priority), after <= time { loudest = max(loudest, step) }
      }
    }
    return loudest
  }

  /// When the next notice is due; `nil` while no high alarm of this episode sounds.
  var noticeAt: Instant? {
    guard sounding == .high else { return nil }
    return reached(Escalation.noticeInterval * Int(notices + 1), of: .high)
  }

  /// When the next step of loudness or notice is due.
  func nextStep(after instant: Instant) -> Instant? {
    guard let sounding else { return nil }
    var next = noticeAt
    for step in Loudness.allCases {
      guard let after = Escalation.step(to: step, of: sounding) else { continue }
      let at = reached(after, of: sounding)
      if at > instant { next = min(next ?? at, at) }
    }
    return next
  }

  private func reached(_ time: Duration, of priority: Priority) -> Instant {
    countedAt.advanced(by: time - .nanoseconds(unanswered[Int(priority.rawValue)]))
  }
}

/// The steps by which an unanswered alarm grows louder and then sends notices. Times are own choices.
enum Escalation {
  /// How long an alarm of a priority must sound without an answer to reach a loudness; `nil` if it never does.
  static func step(to loudness: Loudness, of priority: Priority) -> Duration? {
    switch (priority, loudness) {
    case (.high, .louder): .seconds(30)
    case (.high, .loudest): .seconds(60)
    case (.medium, .louder): .seconds(120)
    default: nil
    }
  }

  /// While a high alarm is unanswered, a notice is sent each time this interval has passed.
  static let noticeInterval = Duration.seconds(60)
  /// Each pause of an episode from this one on sends a notice.
  static let pausesUntilNotice = 4
}
