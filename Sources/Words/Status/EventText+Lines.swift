import Status

/// The line of an event: one for each, wherever it is shown: on a terminal, in a replay and in the journal. It is made from
/// the ``BoxEvent`` alone, so the receiver of a JSON line can write the same text.
extension EventText {
  package static func line(of event: BoxEvent) -> String { "\(time(event.seconds))  \(text(of: event.content))" }

  /// The line of an event, and below the beginning of an alarm its advice.
  package static func lines(of event: BoxEvent) -> [String] {
    guard case .alarm(let alarm) = event.content, let advice = alarm.advice else { return [line(of: event)] }
    return [line(of: event)] + advice.lines.map { String(repeating: " ", count: 18) + $0 }
  }

  /// What happened, after a word of nine columns that names the kind.
  private static func text(of content: BoxEvent.Content) -> String {
    switch content {
    case .sensor(let news): news.text
    case .adoption(let report): report.text
    case .reading(let reading):
      "reading  \(reading.sensor.address ?? "unknown sensor"): \(values(of: reading.reading))"
    case .alarm(let alarm): "alarm    \(alarm.text)"
    case .lamp(let report): "lamp     \(report.text)"
    case .sound(let report): "sound    \(report.text)"
    case .loudness(let report): "sound    \(report.level)"
    case .notice(let report): "notice   \(report.text)"
    case .refusal(let report): "refused  \(report.text)"
    case .scenario(let report): "scenario \(report.number) of \(report.count): \(report.verdict)"
    case .phase(let report): "phase    \(report.text)"
    case .session(.started): "session  started"
    case .session(.continued(let report)): "session  goes on after the restart, \(report.hydration) ml drunk before it"
    case .session(.ended): "session  ended"
    case .hydration(let report): "drink    \(report.text)"
    case .caffeine(let report): "caffeine \(report.text)"
    case .reminder(let report): "reminder \(report.text)"
    case .commit(let report): "logbook  alarm transitions committed up to \(report.transitions)"
    case .logbook(let report): "logbook  \(report.fault?.message ?? "can be written again")"
    case .note(let report): report.text
    case .button(let report): "button   \(report.gesture): \(report.meaning)"
    case .other(let kind): "event    \(kind)"
    }
  }
}
