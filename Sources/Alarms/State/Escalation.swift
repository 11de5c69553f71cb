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
