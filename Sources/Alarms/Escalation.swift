import Readings

/// How loud an alarm sounds. Nobody answers: it grows louder up to the maximum, then a second sounder joins in.
public enum Loudness: UInt8, CaseIterable, Comparable, Sendable {
  /// The loudness that is set; never below the audible floor.
  case normal
  /// Louder.
  case louder
  /// As loud as the sounder can be, on every sounder that the box has.
  case loudest

  /// The word in JSON.
  public var name: String {
    switch self {
    case .normal: "normal"
    case .louder: "louder"
    case .loudest: "loudest"
    }
  }

  /// The level of the sounder, from the one that is set: half way to the maximum, then the maximum.
  public func level(from normal: SoundLevel) -> SoundLevel {
    switch self {
    case .normal: normal
    case .louder: SoundLevel(decibels: (normal.decibels + SoundLevel.maximum.decibels) / 2)
    case .loudest: .maximum
    }
  }

  /// Whether the second sounder joins in.
  public var usesSecondSounder: Bool { self == .loudest }

  /// By loudness.
  public static func < (left: Loudness, right: Loudness) -> Bool { left.rawValue < right.rawValue }
}

/// What is to be told to somebody far away: a high alarm that nobody has answered.
public struct Notice: Sendable, Equatable {
  /// Which condition.
  public let condition: ConditionID
  /// At which sensor; `nil` for the appliance itself.
  public let sensor: SensorIndex?
  /// How soon somebody must act.
  public let priority: Priority
  /// For how long it has been unanswered.
  public let unanswered: Duration
  /// The limit in force, in the unit of the condition's trigger.
  public let limit: Double?
  /// The latest value, in the same unit.
  public let value: Double?
}

/// The steps by which an alarm that nobody answers grows.
enum Escalation {
  /// An alarm that sounds for so long without an answer is louder, or loudest.
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
}

extension AlarmSystem {
  /// How loud what sounds is to be at an instant.
  public func loudness(at instant: Instant) -> Loudness {
    guard let sounding else { return .normal }
    var loudest = Loudness.normal
    for occurrence in occurrences where isSounding(occurrence) && occurrence.signal == sounding {
      guard let since = occurrence.unansweredSince else { continue }
      for step in Loudness.allCases where step > loudest {
        guard let after = Escalation.step(to: step, of: occurrence.priority), since.advanced(by: after) <= instant
        else {
          continue
        }
        loudest = step
      }
    }
    return loudest
  }

  /// Gives the remote notices that are due.
  public mutating func takeNotices(at instant: Instant, _ body: (Notice) -> Void) {
    var isAnyDue = false
    defer { if isAnyDue { earliest = earliestDeadline } }
    for index in occurrences.indices {
      guard let due = noticeDueAt(occurrences[index]), due <= instant,
        let since = occurrences[index].unansweredSince
      else { continue }
      isAnyDue = true
      // A clock that has jumped brings one notice, not many.
      var next = due
      while next <= instant { next = next.advanced(by: Escalation.noticeInterval) }
      occurrences[index].noticeAt = next
      let occurrence = occurrences[index]
      body(
        Notice(
          condition: occurrence.condition, sensor: occurrence.sensor, priority: occurrence.priority,
          unanswered: since.duration(to: instant), limit: occurrence.limit, value: occurrence.value))
    }
  }

  /// When the next step of any alarm is due.
  func nextEscalation(after instant: Instant) -> Instant? {
    var next: Instant?
    for occurrence in occurrences where isSounding(occurrence) {
      guard let since = occurrence.unansweredSince else { continue }
      for step in Loudness.allCases {
        guard let after = Escalation.step(to: step, of: occurrence.priority) else { continue }
        let at = since.advanced(by: after)
        if at > instant { next = min(next ?? at, at) }
      }
      if let at = noticeDueAt(occurrence) { next = min(next ?? at, at) }
    }
    return next
  }

  private func noticeDueAt(_ occurrence: Occurrence) -> Instant? {
    guard occurrence.priority == .high, !occurrence.isTest, isSounding(occurrence),
      let since = occurrence.unansweredSince
    else { return nil }
    let first = since.advanced(by: Escalation.noticeInterval)
    return max(first, occurrence.noticeAt ?? first)
  }
}
