import Logbook
import Reports
import Web
import Words

/// What people have said and noted about a session: which flight it was, what they drank, and when they took caffeine.
enum SessionNoted {
  static func html(_ session: SessionFigures, _ request: PanelRequest) -> HTML {
    let which = FlightFacts.about(session.line.session.details, in: request.language)
    return HTML(
      [which, drunk(session, request), caffeine(session, request)].filter { !$0.isEmpty }.map { "<p>\($0)</p>" })
  }

  private static func drunk(_ session: SessionFigures, _ request: PanelRequest) -> String {
    let remarks = session.remarks, drinks = remarks.parts.drinks
    guard !drinks.isEmpty else { return "" }
    let drunk = "\(remarks.millilitres)"
    let words: NowWords = remarks.goal > 0 ? .drinksGoal(drunk, "\(remarks.goal)") : .drinks(drunk)
    let list = drinks.map { "\(session.line.time($0.at)): \($0.millilitres) ml" }.joined(separator: ", ")
    return "\(words.text(request.language)) (\(list))"
  }

  private static func caffeine(_ session: SessionFigures, _ request: PanelRequest) -> String {
    guard let at = session.line.session.caffeineAt else { return "" }
    return "\(RunningSessionWords.caffeine.text(request.language)): \(session.line.time(at))"
  }
}
