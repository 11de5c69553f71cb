/// How much the circle keeps at most, so that nothing that is reported can fill its memory. Own choices, except the number
/// of people (document 002 of the specification); the numbers stand in docs/messages.md.
package enum CircleBounds {
  package static let people = 5
  package static let channels = 3
  static let incidents = 8
  static let alarms = 16
  static let notices = 32
  static let endedNumbers = 64
  static let noticesAnHour = 12
  /// Rounds of new alarms within a day before those that are not new begin with one person (document 002: ten escalations).
  static let roundsADay = 10
  /// Ends of alarms in their countdown that are remembered.
  static let shortEnds = 8
  static let reminders: UInt64 = 3

  static let day = Duration.seconds(86_400)
  static let hour = Duration.seconds(3600)
  static let silence = Duration.seconds(30)
  static let reminder = Duration.seconds(20)
  /// How long the first *have it* of a person counts.
  static let firstAnswer = Duration.seconds(300)
  /// How long an *okay* counts while an alarm is on.
  static let okay = Duration.seconds(120)
  /// How long after the first *okay* the second one counts, if one is not enough.
  static let okayAgain = Duration.seconds(2)...Duration.seconds(30)
  /// How long a round may be without a provider that accepts a message until the room is informed.
  package static let unreached = Duration.seconds(20)
  static let helpGrace = Duration.seconds(3)
  static let helpAgain = Duration.seconds(60)
  static let drillAgain = Duration.seconds(60)
  static let drillLength = Duration.seconds(300)
  /// How long an answer of a person shows that people can be reached.
  static let answerProves = Duration.seconds(30 * 86_400)
  static let save = Duration.seconds(60)
  static let pause = Duration.seconds(60)...Duration.seconds(7 * 86_400)

  /// Whether a text can name a person or channel: it stands in the ids of messages, between dots.
  package static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
  }
}
