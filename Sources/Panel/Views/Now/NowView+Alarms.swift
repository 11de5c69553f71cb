import Alarms
import Readings
import Status
import Web
import Words

extension NowView {
  /// The highest priority first; of one priority the oldest.
  var sortedAlarms: [AlarmReport] {
    Priority.allCases.reversed().flatMap { priority in status.alarms.filter { $0.priority == priority.name } }
  }

  /// What a screen reader says at once: the high alarms by name, without a value that would change all the time.
  var announcement: HTML {
    let high = status.alarms.filter { $0.priority == Priority.high.name && $0.presence == Presence.on.name }
    return "\(high.map { name(of: $0) }.joined(separator: ". "))"
  }

  /// A card for each alarm.
  var alarms: HTML {
    guard !sortedAlarms.isEmpty else { return "<p class=\"card calm\">\(text(NowWords.noAlarms))</p>" }
    let cards = HTML(sortedAlarms.map(card))
    guard request.mayChange, status.sound != SoundReport.none else { return cards }
    return """
      \(cards)<form method="post" action="/acknowledge"><input type="hidden" name="condition" \
      value="\(NowPage.everything)"><button id="silence">\(text(NowWords.silence))</button></form>
      """
  }

  func name(of alarm: AlarmReport) -> String {
    ConditionID(name: alarm.condition).map { text(ThingWords.condition($0)) } ?? alarm.condition
  }

  private func card(_ alarm: AlarmReport) -> HTML {
    let priority = Priority.allCases.first { $0.name == alarm.priority } ?? .high
    let isSounding = alarm.presence == Presence.on.name && alarm.activation == Activation.on.name
    let condition = ConditionID(name: alarm.condition)
    return """
      <article class="card alarm \(priority.name)" data-sounds="\(isSounding ? "yes" : "no")">
      <h3><span class="badge">\(text(ThingWords.priority(priority)))</span> \(name(of: alarm))</h3>
      <p class="facts">\(facts(alarm).joined(separator: " · "))</p>\(advice(alarm, condition))\(call(alarm, priority))\(button(alarm))
      </article>
      """
  }

  /// Value, limit, whose it is, and what someone has done about it.
  private func facts(_ alarm: AlarmReport) -> [String] {
    let unit = ConditionID(name: alarm.condition).map { limits[$0].trigger.unit } ?? ""
    var facts: [String] = []
    if let value = alarm.value {
      let last = alarm.isLastValue == true ? "\(text(NowWords.lastValue)): " : ""
      facts.append("\(last)\(request.units.text(value, in: unit))")
    }
    if let limit = alarm.limit { facts.append(text(NowWords.limit(request.units.text(limit, in: unit)))) }
    if let person = alarm.person { facts.append(text(NowWords.of(person))) }
    if let address = alarm.address {
      let name = status.sensors.first { $0.identity.address == address }?.identity.name
      facts.append(text(NowWords.at(name ?? address)))
    }
    return facts + standing(alarm, isWhose: false)
  }

  /// Whose it is, what became of it, and whether it is a test.
  func standing(_ alarm: AlarmReport, isWhose: Bool = true) -> [String] {
    let whose = isWhose ? alarm.person.map { text(NowWords.of($0)) } : nil
    return [whose, state(alarm).map { text($0) }, alarm.isTest == true ? text(NowWords.test) : nil].compactMap(\.self)
  }

  func state(_ alarm: AlarmReport) -> NowWords? {
    switch alarm.presence {
    case Presence.ack.name: .acknowledged
    case Presence.latched.name: .latched
    default:
      switch alarm.activation {
      case Activation.paused.name: .paused
      case Activation.off.name: .withheld
      default: nil
      }
    }
  }

  /// The texts of the box for passengers, or what is known about the condition. Those that have no Korean yet are English.
  private func advice(_ alarm: AlarmReport, _ condition: ConditionID?) -> HTML {
    if let advice = alarm.advice {
      let lines: [(NowWords, String?)] = [
        (.action, advice.action), (.why, advice.evidence), (.but, advice.limitation),
      ]
      return lines.html { words, line in
        line.map { "<p><b>\(text(words)):</b> \(AdviceWords.html(of: $0, in: request.language))</p>" } ?? .nothing
      }
    }
    guard let condition else { return .nothing }
    return "<p><b>\(text(NowWords.action)):</b> \(AdviceWords.html(on: condition, in: request.language))</p>"
  }

  private func call(_ alarm: AlarmReport, _ priority: Priority) -> HTML? {
    priority == .high ? PersonToCall.html(request, id: "call-\(alarm.condition)-\(alarm.address ?? "")") : nil
  }

  /// The box answers all alarms of a kind at once: someone who presses the button of one should know of the others.
  func others(_ alarm: AlarmReport) -> HTML {
    let answered = status.alarms.filter { $0.condition == alarm.condition && $0.presence == alarm.presence }
    guard answered.count > 1 else { return .nothing }
    let persons = Set(answered.compactMap(\.person)).sorted().joined(separator: ", ")
    let count = "\(answered.count)"
    let words = persons.isEmpty ? NowWords.answersAll(count) : NowWords.answersAllOf(count, persons)
    return "<p class=\"small\">\(text(words))</p>"
  }

  private func button(_ alarm: AlarmReport) -> HTML {
    guard request.mayChange else { return .nothing }
    let (path, words): (String, NowWords)
    switch alarm.presence {
    case Presence.on.name: (path, words) = ("/acknowledge", .acknowledge)
    case Presence.latched.name: (path, words) = ("/reset", .latchedReset)
    default: return .nothing
    }
    return """
      <form method="post" action="\(path)">\(others(alarm))\
      <input type="hidden" name="condition" value="\(alarm.condition)">\
      <button id="answer-\(alarm.condition)-\(alarm.address ?? "")" class="primary">\(text(words))\
      <span class="unseen"> \(name(of: alarm))</span></button></form>
      """
  }
}
