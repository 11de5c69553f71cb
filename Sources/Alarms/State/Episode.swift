import Readings

/// Whose alarms belong together: those of one subject and one family. The box's own faults are one episode each.
struct EpisodeKey: Hashable, Sendable {
  let subject: Subject
  let family: SignalFamily
  /// Only of the box's own faults.
  let fault: ConditionID?

  init(_ subject: Subject, _ family: SignalFamily, fault: ConditionID? = nil) {
    self.subject = subject
    self.family = family
    self.fault = subject == .box ? fault : nil
  }
}

/// From the first alarm of a subject and family until all has been well for some time. What people do to its alarms, and
/// how far these have grown, survives a change of cause, a dropout of the data and a restart.
struct Episode: Sendable {
  var key: EpisodeKey
  /// Until when its sound is paused.
  private(set) var pausedUntil: Instant?
  /// What is paused: alarms of this priority.
  private(set) var pausedPriority = Priority.low
  /// How often somebody has paused it.
  private(set) var pauses = 0
  /// For how long alarms of each priority have sounded without an answer, nanoseconds, up to `countedAt`.
  private var unanswered = InlineArray<3, Int64>(repeating: 0)
  /// How many notices have gone out.
  private(set) var notices: Int64 = 0
  /// What sounds since `countedAt`.
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

  /// From now on this sounds; time before counts for what sounded until now.
  mutating func count(_ sounding: Priority?, at instant: Instant) {
    if let before = self.sounding {
      unanswered[Int(before.rawValue)] += max(0, countedAt.duration(to: instant).wholeNanoseconds)
    }
    self.sounding = sounding
    countedAt = instant
  }

  /// For how long alarms of a priority have sounded without an answer.
  func unanswered(_ priority: Priority, at instant: Instant) -> Duration {
    let since = sounding == priority ? max(0, countedAt.duration(to: instant).wholeNanoseconds) : 0
    return .nanoseconds(unanswered[Int(priority.rawValue)] + since)
  }

  /// Goes on from an earlier run.
  mutating func resume(unanswered: Duration, of priority: Priority, pausedUntil: Instant?) {
    self.unanswered[Int(priority.rawValue)] = max(
      self.unanswered[Int(priority.rawValue)], unanswered.wholeNanoseconds)
    if priority == .high {
      notices = max(notices, unanswered.wholeNanoseconds / Escalation.noticeInterval.wholeNanoseconds)
    }
    guard let pausedUntil, self.pausedUntil == nil else { return }
    self.pausedUntil = pausedUntil
    pausedPriority = priority
    pauses = max(pauses, 1)
  }

  /// Somebody pauses what sounds. A pause that runs is never made longer.
  mutating func pause(_ priority: Priority, until end: Instant) {
    guard pausedUntil == nil || pausedPriority != priority else { return }
    pausedUntil = end
    pausedPriority = priority
    pauses += 1
  }

  mutating func endPause() { pausedUntil = nil }

  /// Somebody has answered alarms of a priority by an acknowledgement.
  mutating func answer(_ priority: Priority, at instant: Instant) {
    // What has sounded since the last count is answered too.
    count(sounding, at: instant)
    unanswered[Int(priority.rawValue)] = 0
  }

  /// A notice has gone out.
  mutating func noteNotice(at instant: Instant) {
    // A clock that has jumped brings one notice, not many.
    notices = max(
      notices + 1,
      unanswered(.high, at: instant).wholeNanoseconds / Escalation.noticeInterval.wholeNanoseconds)
  }

  /// Whether it is over, and only a latched sound is left of it: what comes is a new one.
  var isOver = false

  /// An alarm of it begins.
  mutating func begin() {
    if isOver {
      pauses = 0
      pausedUntil = nil
    }
    isOver = false
  }

  /// It takes the place of what has sounded of the same subject until now: it is not quieter.
  mutating func inherit(_ other: Episode, at instant: Instant) {
    for priority in Priority.allCases {
      let place = Int(priority.rawValue)
      unanswered[place] = max(unanswered[place], other.unanswered(priority, at: instant).wholeNanoseconds)
    }
    notices = max(notices, other.notices)
  }

  /// How loud what sounds of it is to be. What has grown at a lower priority is not quieter at a higher one.
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

  /// When a notice is due; `nil` while no high alarm of it sounds.
  var noticeAt: Instant? {
    guard sounding == .high else { return nil }
    return reached(Escalation.noticeInterval * Int(notices + 1), of: .high)
  }

  /// When the next step is due.
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
