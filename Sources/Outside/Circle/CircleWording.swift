import Alarms
import Circle
import Engine

/// The words of the circle's messages. Persons who are watched are named only where the configuration says so; the people of
/// the circle always are, since one must know who has it.
struct CircleWording: Sendable {
  let wording: Wording
  /// The number to call, if there is one.
  let phone: String?

  static let disclaimer = "If you believe that somebody is in danger, call 112, 911 or your local number."

  /// - Parameters:
  ///   - news: knows the alarms that are on.
  ///   - summary: the lines of the weekly summary, for a message of that kind.
  func text(of message: CircleMessage, _ news: CircleNews, summary: [String], at now: Int64) -> Wording.Text {
    var lines: [String] = []
    let title: String
    switch message.id.kind {
    case .alarm:
      let isHelp = message.alarms.contains(CircleAlarm.helpNumber)
      title = isHelp ? "URGENT: help is called for" : self.title(of: message, again: message.isAgain)
      lines = zip(message.alarms, message.conditions).map { sentence($0, $1, message.subject, news) }
      lines.append(message.isAgain ? "Still nobody has answered. Please look." : "Nobody has answered. Please look.")
      lines += subject(message) + call + [Self.disclaimer]
    case .taken:
      title = "\(by(message)) has it"
      lines = ["\(by(message)) looks after it: \(words(message.conditions)). You need not."]
    case .ended:
      title = "Over: \(words(message.conditions))"
      lines = ["Another alarm is still on."]
    case .normal:
      title = "Back to normal"
      lines = ["All alarms of which you were told have ended."] + subject(message)
    case .okay:
      title = "All is well"
      lines = ["\(by(message)) says that all is well. You need not do anything."] + subject(message)
    case .flood:
      title = "Alarms that return are held back"
      lines = [
        "\(words(message.conditions)) begins and ends often. You are told again after a while; a new alarm is told at once."
      ]
    case .notice:
      title = self.title(of: message, again: false)
      lines = zip(message.alarms, message.conditions).map { sentence($0, $1, message.subject, news) } + subject(message)
    case .over:
      title = "Ended: \(words(message.conditions))"
      lines = ["The alarm has ended."] + subject(message)
    case .drill:
      title = "Drill of the care circle"
      lines = ["Please answer, so that we know that you can be reached."]
    case .summary:
      title = "Weekly summary"
      lines = summary
    }
    lines.append("To stop these messages, ask for `lapwing circle stop \(message.id.person)` at the box.")
    return wording.text(title, lines, message.id.kind == .drill, at: now)
  }

  private func title(of message: CircleMessage, again isAgain: Bool) -> String {
    let isHeart = message.conditions.contains { $0.hasPrefix("heart-rate") || $0 == ConditionID.noPulse.name }
    let title = isHeart ? "Heart Rate Alert!" : words(message.conditions)
    return isAgain ? "Still on: \(title)" : title
  }

  private func words(_ conditions: [String]) -> String {
    conditions.isEmpty ? "alarm" : conditions.map(Self.words).joined(separator: ", ")
  }

  private static func words(_ condition: String) -> String {
    switch condition {
    case CircleAlarm.boxLost.condition: "The box is not heard"
    case CircleAlarm.helpCondition: "Call for help"
    default: Wording.words(of: condition)
    }
  }

  /// An alarm as it was when it began: its value is never given as if it were one of now.
  private func sentence(_ number: UInt64, _ condition: String, _ subject: String, _ news: CircleNews) -> String {
    if number == CircleAlarm.helpNumber { return "Somebody has called for help." }
    if number == CircleAlarm.boxLostNumber {
      return "The box is not heard, so no alarm can be: \(news.lost ?? "no reason is known")."
    }
    guard let known = news.known(number) else { return Self.words(condition) }
    let text = known.facts.map(wording.sentence) ?? Self.words(condition)
    let word = known.facts?.value == nil ? "since" : "at"
    return wording.minute(of: known.at).map { "\(text), \(word) \($0)" } ?? text
  }

  private func subject(_ message: CircleMessage) -> [String] {
    let isPerson = message.subject != CircleAlarm.box && message.subject != "room" && !message.subject.isEmpty
    return isPerson ? wording.shows(message.subject).map { ["Person: \($0)"] } ?? [] : []
  }

  private var call: [String] { phone.map { ["Call: \($0)"] } ?? [] }

  private func by(_ message: CircleMessage) -> String { message.by ?? "Somebody at the box" }
}
