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

  /// The alarm that comes first: neither a test nor what someone has answered stands before a real alarm that waits.
  var worstAlarm: AlarmReport? {
    let waiting = sortedAlarms.filter(isWaiting)
    return waiting.first { $0.isTest != true } ?? waiting.first ?? sortedAlarms.first
  }

  /// Whether it is neither answered nor withheld.
  func isWaiting(_ alarm: AlarmReport) -> Bool {
    alarm.presence != Presence.ack.name && alarm.activation != Activation.off.name
  }

  func isSounding(_ alarm: AlarmReport) -> Bool {
    alarm.presence == Presence.on.name && alarm.activation == Activation.on.name
  }

  func priority(of alarm: AlarmReport) -> Priority { Priority.allCases.first { $0.name == alarm.priority } ?? .high }

  /// What a screen reader says of the alarms of a priority: name, whose, value and limit. The value is that of the alarm's
  /// latest change, so that it is said once.
  func announcement(of priority: Priority) -> HTML {
    let begun = status.alarms.filter { $0.priority == priority.name && $0.presence == Presence.on.name }
    let sentences = begun.map { alarm in
      let title = [name(of: alarm), whose(alarm)].compactMap(\.self).joined(separator: ", ")
      let facts = [shownValue(of: alarm), shownLimit(of: alarm)].compactMap(\.self).joined(separator: ", ")
      return facts.isEmpty ? title : "\(title): \(facts)"
    }
    return "\(sentences.joined(separator: ". "))"
  }

  /// Both live regions, for the first frame.
  static func announcements(_ html: [String: HTML]) -> HTML {
    """
    <p id="announce" class="unseen" aria-live="assertive">\(html["announce"] ?? .nothing)</p>
    <p id="announce-politely" class="unseen" aria-live="polite">\(html["announce-politely"] ?? .nothing)</p>
    """
  }

  var announcements: [LivePart] {
    [
      LivePart(id: "announce", html: announcement(of: .high)),
      LivePart(id: "announce-politely", html: announcement(of: .medium)),
    ]
  }

  var alarms: HTML {
    guard !sortedAlarms.isEmpty else { return .nothing }
    let cards = HTML(sortedAlarms.map(card))
    guard request.mayChange, status.sound != SoundReport.none else { return cards }
    return """
      \(cards)<form id="silence-all" method="post" action="/acknowledge">\(seen(status.alarms))<input type="hidden" \
      name="condition" value="\(AlarmAnswer.everything)"><button id="silence">\(text(NowWords.silence))</button></form>
      """
  }

  /// Which alarms the person who presses a button has seen: the run of the box, and the number of their latest change.
  func seen(_ alarms: [AlarmReport]) -> HTML {
    guard let run = status.run, let latest = alarms.compactMap(\.sequence).max() else { return .nothing }
    return "<input type=\"hidden\" name=\"seen\" value=\"\(run).\(latest)\">"
  }

  func name(of alarm: AlarmReport) -> String {
    ConditionID(name: alarm.condition).map { text(ThingWords.condition($0)) } ?? alarm.condition
  }

  /// An alarm keeps its id while it stands: the script keeps its card in its place.
  func id(of alarm: AlarmReport) -> String {
    [alarm.condition, alarm.address, alarm.isTest == true ? "test" : nil].compactMap(\.self).joined(separator: "-")
  }

  private func card(_ alarm: AlarmReport) -> HTML {
    let priority = priority(of: alarm), whose = whose(alarm).map { " · \($0)" } ?? ""
    return """
      <article id="alarm-\(id(of: alarm))" class="card alarm \(priority.name)" data-sounds="\(isSounding(alarm) ? "yes" : "no")">
      <h3>\(Symbol.alert.html) <span class="badge">\(text(ThingWords.priority(priority)))</span> \(name(of: alarm))\(whose)</h3>
      <p class="facts">\(facts(alarm).joined(separator: " · "))\(left(alarm))</p>\(button(alarm))\(call(alarm, priority))\(advice(alarm))
      </article>
      """
  }

  /// Value, limit, the sensor of a person by its name, and what someone has done about it.
  private func facts(_ alarm: AlarmReport) -> [String] {
    var facts: [String] = []
    if let value = shownValue(of: alarm) {
      facts.append(alarm.isLastValue == true ? "\(text(NowWords.lastValue)): \(value)" : value)
    }
    if let limit = shownLimit(of: alarm) { facts.append(limit) }
    if alarm.person != nil, let name = sensor(of: alarm)?.identity.name { facts.append(text(NowWords.at(name))) }
    return facts + standing(alarm, isWhose: false)
  }

  /// How much longer it is silent.
  func left(_ alarm: AlarmReport) -> HTML {
    guard let end = alarm.silentUntil, alarm.presence == Presence.ack.name || alarm.activation == Activation.paused.name
    else { return .nothing }
    let seconds = Int64(min(max(0, (end - picture.seconds).rounded(.up)), 1e6))
    let words: HTML = ages == .inWords ? "\(text(SharedWords.left(seconds: seconds)))" : .nothing
    return " · <span data-until=\"\(Ages.text(end))\">\(words)</span>"
  }

  func sensor(of alarm: AlarmReport) -> SensorReport? {
    alarm.address.flatMap { address in status.sensors.first { $0.identity.address == address } }
  }

  /// The person, or the name of the sensor, which is a room's; `nil` for an alarm of the box.
  func whose(_ alarm: AlarmReport) -> String? {
    let sensor = sensor(of: alarm)
    return alarm.person ?? sensor?.identity.person ?? sensor?.heading(in: request.language) ?? alarm.address
  }

  func trigger(of alarm: AlarmReport) -> Condition.Trigger? {
    ConditionID(name: alarm.condition).map { limits[$0].trigger }
  }

  /// The value of the alarm's latest change.
  private func shownValue(of alarm: AlarmReport) -> String? {
    alarm.value.map { request.units.text($0, in: trigger(of: alarm)?.unit ?? "") }
  }

  func shownLimit(of alarm: AlarmReport) -> String? {
    alarm.limit.map { text(NowWords.limit(request.units.text($0, in: trigger(of: alarm)?.unit ?? ""))) }
  }

  /// Whose it is, what became of it, and whether it is a test.
  func standing(_ alarm: AlarmReport, isWhose: Bool = true) -> [String] {
    let whose = isWhose ? alarm.person.map { text(NowWords.of($0)) } : nil
    return [whose, state(alarm).map { text($0) }, alarm.isTest == true ? text(NowWords.test) : nil].compactMap(\.self)
  }

  func state(_ alarm: AlarmReport) -> NowWords? {
    switch alarm.presence {
    case Presence.ack.name: .acknowledged
    case Presence.latched.name: alarm.activation == Activation.paused.name ? .latchedPaused : .latched
    default:
      switch alarm.activation {
      case Activation.paused.name: .paused
      case Activation.off.name: status.withheldUntil == nil ? .shownOnly : .withheld
      default: nil
      }
    }
  }

  /// The texts of the box for passengers, or what is known about the condition. Those that have no Korean yet are English.
  private func advice(_ alarm: AlarmReport) -> HTML {
    if let advice = alarm.advice {
      let lines: [(NowWords, String?)] = [
        (.action, advice.action), (.why, advice.evidence), (.but, advice.limitation),
      ]
      return lines.html { words, line -> HTML in
        guard let line else { return .nothing }
        let look: HTML = words == .action ? .nothing : " class=\"small\""
        return "<p\(look)><b>\(text(words)):</b> \(AdviceWords.html(of: line, in: request.language))</p>"
      }
    }
    guard let condition = ConditionID(name: alarm.condition) else { return .nothing }
    return "<p><b>\(text(NowWords.action)):</b> \(AdviceWords.html(on: condition, in: request.language))</p>"
  }

  private func call(_ alarm: AlarmReport, _ priority: Priority) -> HTML? {
    priority == .high ? PersonToCall.html(request, id: "call-\(id(of: alarm))") : nil
  }

  /// The box answers all alarms of a kind at once.
  func answered(with alarm: AlarmReport) -> [AlarmReport] {
    status.alarms.filter { $0.condition == alarm.condition && $0.presence == alarm.presence }
  }

  /// Someone who presses the button of one alarm should know of the others that it answers.
  private func others(_ alarm: AlarmReport) -> HTML {
    let answered = answered(with: alarm)
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
      <form method="post" action="\(path)">\(others(alarm))\(seen(answered(with: alarm)))\
      <input type="hidden" name="condition" value="\(alarm.condition)">\
      <button id="answer-\(id(of: alarm))" class="\(isSounding(alarm) ? "primary" : "plain")">\(text(words))\
      <span class="unseen"> \(name(of: alarm))</span></button></form>
      """
  }
}
