import Alarms
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

  /// Whether there is a flight. A box in a bedroom is in no phase of one, though it has the profile of a cabin: before a
  /// flight it knows of one only by what a person has said.
  var isFlight: Bool {
    guard status.profile != BoxProfile.bedside.rawValue, let phase else { return false }
    return phase != .unknown && phase != .preFlight || status.about != nil
  }

  /// The phase with the time in it; nothing without a flight.
  var pill: HTML {
    guard let phase, isFlight else { return .nothing }
    let name = text(ThingWords.phase(phase))
    let minutes = status.phaseSince.map { Int64(min(max(0, (status.seconds - $0) / 60), 1e6)) }
    let time = minutes.map { ", " + text(NowWords.forMinutes("\($0)")) } ?? ""
    return """
      <p class="pill">\(PhaseIcon.html(phase)) <span class="unseen">\(text(NowWords.phaseLabel(name)))</span>\
      <span aria-hidden="true">\(name)</span>\(time)</p>
      """
  }

  var session: String { text(status.hasSession ? NowWords.session : .noSession) }

  /// Half a glass. A goal below it asks for nothing yet.
  private static let leastGoal: Int64 = 100

  /// What was drunk, and in a flight what was to be drunk by now; `nil` without a session, and while neither says anything.
  var drunk: String? {
    guard status.hasSession, let drunk = status.hydration else { return nil }
    if isFlight, let goal = status.hydrationGoal, goal >= Self.leastGoal {
      return text(NowWords.drinksGoal("\(drunk)", "\(goal)"))
    }
    return drunk > 0 ? text(NowWords.drinks("\(drunk)")) : nil
  }

  /// The same beside a ring.
  var drinks: HTML { drunk.map { "<p>\(ring) <span class=\"facts\">\($0)</span></p>" } ?? .nothing }

  /// How much of the goal was drunk. It repeats what is said in words.
  private var ring: HTML {
    guard let drunk = status.hydration, let goal = status.hydrationGoal, goal > 0 else { return .nothing }
    let percent = min(100, Int64(drunk) * 100 / goal)
    let circle: HTML = "<circle cx=\"20\" cy=\"20\" r=\"16\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"6\""
    return """
      <svg class="ring" viewBox="0 0 40 40" aria-hidden="true">\(circle) stroke-opacity=".2"/>\
      \(circle) pathLength="100" stroke-dasharray="\(percent) 100" transform="rotate(-90 20 20)"/></svg>
      """
  }

  /// What a session is about, as far as a person has said it; empty if no one has.
  static func about(_ details: SessionDetails, in language: Language) -> String {
    [details.flightText, details.route, details.seat.map { HistoryWords.seat($0).text(language) }].compactMap(\.self)
      .joined(separator: " · ")
  }
}

/// A small aeroplane as it lies in a phase of flight. It repeats what the name of the phase says.
enum PhaseIcon {
  /// From the side, with its nose to the right.
  private static let aeroplane =
    "M22 11.5c0 1-1 1.5-3 1.5h-4l-5 6H8l2-6H6l-2 2.5H2.5l1-4-1-4H4L6 10h4L8 4h2l5 6h4c2 0 3 .5 3 1.5z"

  /// Degrees, the nose up or down.
  private static func slope(_ phase: Phase) -> Int {
    switch phase {
    case .takeOff, .climb: -25
    case .descent, .landing: 20
    case .unknown, .preFlight, .boarding, .taxi, .cruise, .arrived: 0
    }
  }

  private static func hasGround(_ phase: Phase) -> Bool {
    switch phase {
    case .preFlight, .boarding, .taxi, .takeOff, .landing, .arrived: true
    case .unknown, .climb, .cruise, .descent: false
    }
  }

  /// `nothing` for an unknown phase.
  static func html(_ phase: Phase) -> HTML {
    guard phase != .unknown else { return .nothing }
    let ground: HTML = hasGround(phase) ? "<path d=\"M2 22h20\" stroke=\"currentColor\" stroke-width=\"2\"/>" : .nothing
    return """
      <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" \
      transform="rotate(\(slope(phase)) 12 11.5)" d="\(aeroplane)"/>\(ground)</svg>
      """
  }
}
