import Circle
import Words

/// Makes the texts of the circle's messages. Persons who are watched are named only if the configuration says so; the
/// people of the circle always are, since one must know who has it.
struct CircleWording: Sendable {
  let wording: Wording
  let phone: String?

  /// - Parameters:
  ///   - news: knows the alarms that are on.
  ///   - summary: the lines of the weekly summary, for a message of that kind.
  func text(of message: CircleMessage, _ news: CircleNews, summary: [String], at now: Int64) -> Wording.Text {
    var lines: [String] = [], kept: [String] = []
    let title: String
    switch message.id.kind {
    case .alarm:
      let isHelp = message.alarms.contains(CircleAlarm.helpNumber)
      title = isHelp ? say(.help) : self.title(of: message, again: message.isAgain)
      lines = zip(message.alarms, message.conditions).map { sentence($0, $1, news) }
      lines.append(say(message.isAgain ? .stillNobody : .nobody))
      lines += subject(message)
      kept = (phone.map { [say(.call($0))] } ?? []) + wording.emergency
    case .taken:
      title = wording(CircleWords.has(by(message)))
      lines = [say(.looksAfter(by(message), alarms: names(message.conditions)))]
    case .says:
      let words = message.word.map { wording(AnswerWords.says($0)) } ?? ""
      title = say(.says(by(message), words))
      lines = [message.word == .callMe ? say(.pleaseCall(by(message))) : say(.about(names(message.conditions)))]
    case .ended:
      title = say(.over(names(message.conditions)))
      lines = [say(.anotherIsOn)]
    case .normal:
      title = say(.normal)
      lines = [say(.allEnded)] + subject(message)
    case .missed:
      title = say(.wasOn(names(message.conditions)))
      lines = [say(.missed)] + zip(message.alarms, message.conditions).map { sentence($0, $1, news) } + subject(message)
    case .okay:
      let on = zip(message.alarms, message.conditions).filter { number, _ in
        number != CircleAlarm.helpNumber && (number == CircleAlarm.boxLostNumber || news.known(number)?.endedAt == nil)
      }
      if on.isEmpty {
        title = say(.allIsWell)
        lines = [say(.saysAllIsWell(by(message)))] + subject(message)
      } else {
        title = say(.okayButOn(names(on.map(\.1))))
        lines = [say(.saysOkayButOn(by(message)))] + on.map { sentence($0, $1, news) } + subject(message)
      }
    case .notice:
      title = self.title(of: message, again: false)
      lines = zip(message.alarms, message.conditions).map { sentence($0, $1, news) } + subject(message)
    case .over:
      title = wording(MessageWords.ended(names(message.conditions)))
      lines = [say(.alarmHasEnded)] + subject(message)
    case .drill:
      title = say(.drill)
      lines = [say(.pleaseAnswer)]
    case .summary:
      title = say(.summary)
      lines = summary
    }
    lines.append(say(.toStop(message.id.person)))
    return wording.text(
      title, lines, kept: kept, about: person(message), isTest: message.id.kind == .drill, at: now)
  }

  private func say(_ words: CircleMessageWords) -> String { wording(words) }

  private func title(of message: CircleMessage, again isAgain: Bool) -> String {
    let title = wording.title(
      names(message.conditions), isHeart: message.conditions.contains(where: Wording.isHeart))
    return isAgain ? say(.stillOn(title)) : title
  }

  private func names(_ conditions: [String]) -> String {
    conditions.isEmpty ? say(.anAlarm) : conditions.map(name).joined(separator: ", ")
  }

  private func name(_ condition: String) -> String {
    switch condition {
    case CircleAlarm.boxLost.condition: say(.boxLost)
    case CircleAlarm.helpCondition: say(.callForHelp)
    default: wording.name(condition)
    }
  }

  /// An alarm with its latest value and the time of that: a value is never given as if it were one of now.
  private func sentence(_ number: UInt64, _ condition: String, _ news: CircleNews) -> String {
    if number == CircleAlarm.helpNumber { return say(.somebodyCalled) }
    if number == CircleAlarm.boxLostNumber { return say(.boxLostBecause(news.lost)) }
    guard let known = news.known(number) else { return name(condition) }
    let value = known.facts.map { AlarmValue($0.condition, value: $0.value, limit: $0.limit) }
    let text = value.map(wording.sentence) ?? name(condition)
    if let end = known.endedAt {
      guard let from = wording.minute(of: known.at), let to = wording.minute(of: end) else { return text }
      return say(.fromTo(text, from, to))
    }
    guard let time = wording.minute(of: known.valueAt ?? known.at) else { return text }
    return wording(
      known.facts?.value == nil ? MessageWords.since(text, time: time) : .at(text, time: time))
  }

  private func subject(_ message: CircleMessage) -> [String] { wording.person(person(message)) }

  /// Whom a message is about; `nil` for the room or the box.
  private func person(_ message: CircleMessage) -> String? {
    ["", "room", CircleAlarm.box].contains(message.subject) ? nil : message.subject
  }

  private func by(_ message: CircleMessage) -> String { message.by ?? say(.somebodyAtBox) }
}
