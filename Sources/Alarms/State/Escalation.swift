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
