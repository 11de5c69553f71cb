import Readings

/// How loud an alarm sounds. Nobody answers: it grows louder up to the maximum, then a second sounder joins in.
package enum Loudness: UInt8, CaseIterable, Comparable, Sendable {
  /// The loudness that is set; never below the audible floor.
  case normal
  case louder
  /// As loud as the sounder can be, on every sounder that the box has.
  case loudest

  /// The word in JSON.
  package var name: String {
    switch self {
    case .normal: "normal"
    case .louder: "louder"
    case .loudest: "loudest"
    }
  }

  /// The level of the sounder, from the one that is set: half way to the maximum, then the maximum.
  package func level(from normal: SoundLevel) -> SoundLevel {
    switch self {
    case .normal: normal
    case .louder: SoundLevel(decibels: (normal.decibels + SoundLevel.maximum.decibels) / 2)
    case .loudest: .maximum
    }
  }

  /// Whether the second sounder joins in.
  package var usesSecondSounder: Bool { self == .loudest }

  package static func < (left: Loudness, right: Loudness) -> Bool { left.rawValue < right.rawValue }
}

/// What is to be told to somebody far away.
package struct Notice: Sendable, Equatable {
  /// Why it is told.
  package enum Reason: String, Sendable {
    /// Nobody answers a high alarm.
    case unanswered
    /// Somebody pauses one and the same episode again and again.
    case pausedAgain = "paused-again"
  }

  /// Why it is told.
  package let reason: Reason
  package let condition: ConditionID
  /// At which sensor; `nil` for the appliance itself.
  package let sensor: SensorIndex?
  /// Whom or what it is about.
  package let subject: Subject
  /// How soon somebody must act.
  package let priority: Priority
  /// For how long its episode has sounded unanswered.
  package let unanswered: Duration
  /// The limit in force, in the unit of the condition's trigger.
  package let limit: Double?
  /// The latest value, in the same unit.
  package let value: Double?
}

/// The steps by which an alarm that nobody answers grows.
enum Escalation {
  /// An alarm that has sounded for so long without an answer is louder, or loudest.
  static func step(to loudness: Loudness, of priority: Priority) -> Duration? {
    switch (priority, loudness) {
    case (.high, .louder): .seconds(30)
    case (.high, .loudest): .seconds(60)
    case (.medium, .louder): .seconds(120)
    default: nil
    }
  }

  /// A remote notice goes out when a high alarm has been unanswered for so long, and again after every such time.
  static let noticeInterval = Duration.seconds(60)
  /// From this pause of an episode on, each sends a notice.
  static let pausesUntilNotice = 4
}

extension AlarmSystem {
  /// How loud what sounds now is to be: as loud as the loudest of it, so that a new alarm never makes the box quieter.
  package func loudness(at instant: Instant) -> Loudness {
    guard sounding != nil else { return .normal }
    var loudest = Loudness.normal
    for episode in episodes { loudest = max(loudest, episode.loudness(at: instant)) }
    return loudest
  }

  /// Gives the remote notices that are due.
  package mutating func takeNotices(at instant: Instant, _ body: (Notice) -> Void) {
    for notice in pendingNotices { body(notice) }
    pendingNotices.removeAll(keepingCapacity: true)
    var isAnyDue = false
    for index in episodes.indices {
      guard let due = episodes[index].noticeAt, due <= instant,
        let occurrence = foremost(of: episodes[index].key)
      else { continue }
      isAnyDue = true
      episodes[index].noteNotice(at: instant)
      body(notice(.unanswered, of: occurrence, in: episodes[index], at: instant))
    }
    if isAnyDue { earliest = earliestDeadline }
  }

  func notice(
    _ reason: Notice.Reason, of occurrence: Occurrence, in episode: Episode, at instant: Instant
  ) -> Notice {
    Notice(
      reason: reason, condition: occurrence.condition, sensor: occurrence.sensor, subject: occurrence.episode.subject,
      priority: occurrence.priority, unanswered: episode.unanswered(occurrence.priority, at: instant),
      limit: occurrence.limit, value: occurrence.value)
  }

  /// What sounds of an episode, the most urgent.
  func foremost(of key: EpisodeKey) -> Occurrence? {
    var foremost: Occurrence?
    for occurrence in occurrences where occurrence.episode == key && isSounding(occurrence) && !occurrence.isTest {
      if foremost.map({ $0.isOutranked(by: occurrence) }) ?? true { foremost = occurrence }
    }
    return foremost
  }
}
