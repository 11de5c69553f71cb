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
  /// Rounds of new alarms within a day before those that are not new are held back (document 002: ten escalations).
  static let roundsADay = 10
  /// After this number of unanswered repeats in a row, all are alerted again once an hour at most.
  static let repeatsUntilHourly: UInt32 = 11

  static let day = Duration.seconds(86_400)
  static let hour = Duration.seconds(3600)
  static let silence = Duration.seconds(120)
  static let helpGrace = Duration.seconds(3)
  static let helpAgain = Duration.seconds(60)
  static let drillAgain = Duration.seconds(60)
  static let drillLength = Duration.seconds(300)
  static let save = Duration.seconds(60)
  static let pause = Duration.seconds(60)...Duration.seconds(7 * 86_400)

  /// Whether a text can name a person or channel: it stands in the ids of messages, between dots.
  package static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
  }
}
