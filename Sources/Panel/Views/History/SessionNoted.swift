import Sessions
import Web
import Words

/// What people have said and noted about a session: which flight it was, what they drank, and when they took caffeine.
enum SessionNoted {
  static func html(_ session: SessionFacts, _ about: SessionDetails, _ request: PanelRequest) -> HTML {
    let which = FlightFacts.about(about, in: request.language)
    return HTML(
      [which, drunk(session, request), caffeine(session, request)].filter { !$0.isEmpty }.map { "<p>\($0)</p>" })
  }

  private static func drunk(_ session: SessionFacts, _ request: PanelRequest) -> String {
    guard let drunk = session.hydration else { return "" }
    let words = session.hydrationGoal.map { NowWords.drinksGoal("\(drunk)", "\($0)") } ?? .drinks("\(drunk)")
    let drinks = (session.drinks ?? []).map { "\(session.time($0.at)): \($0.ml) ml" }
    return words.text(request.language) + (drinks.isEmpty ? "" : " (\(drinks.joined(separator: ", ")))")
  }

  private static func caffeine(_ session: SessionFacts, _ request: PanelRequest) -> String {
    guard let at = session.caffeine else { return "" }
    return "\(RunningSessionWords.caffeine.text(request.language)): \(session.time(at))"
  }
}
