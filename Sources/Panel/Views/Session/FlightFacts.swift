import Flight
import Sessions
import Status
import Web
import Words

/// What Now and the page of the running session both say of it.
struct FlightFacts {
  let status: BoxStatus
  let language: Language

  private func text(_ words: some LocalizedText) -> String { words.text(language) }

  /// The phase that was set or found; `nil` while it is unknown.
  var phase: Phase? { status.phase.flatMap(Phase.init(rawValue:)) }

  /// The phase with the time in it; nothing while it is unknown.
  var pill: HTML {
    guard let phase else { return .nothing }
    let name = text(ThingWords.phase(phase))
    let minutes = status.phaseSince.map { Int64(min(max(0, (status.seconds - $0) / 60), 1e6)) }
    let time = minutes.map { ", " + text(NowWords.forMinutes("\($0)")) } ?? ""
    return """
      <p class="pill">\(PhaseIcon.html(phase)) <span class="unseen">\(text(NowWords.phaseLabel(name)))</span>\
      <span aria-hidden="true">\(name)</span>\(time)</p>
      """
  }

  /// Whether a session is running.
  var session: String { text(status.hasSession ? NowWords.session : .noSession) }

  /// What was drunk, and what was to be drunk by now; `nil` without a session, and beside a bed.
  var drunk: String? {
    guard status.hasSession, let drunk = status.hydration else { return nil }
    return text(status.hydrationGoal.map { NowWords.drinksGoal("\(drunk)", "\($0)") } ?? .drinks("\(drunk)"))
  }

  /// What a session is about, as far as a person has said it; empty if nobody has.
  static func about(_ details: SessionDetails, in language: Language) -> String {
    [details.flightText, details.route, details.seat.map { HistoryWords.seat($0).text(language) }].compactMap(\.self)
      .joined(separator: " · ")
  }
}
