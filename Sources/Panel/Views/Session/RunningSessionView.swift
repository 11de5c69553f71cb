import Alarms
import Flight
import Readings
import Status
import Web
import Words

/// The running session, for one state of the box.
struct RunningSessionView {
  let request: PanelRequest
  let picture: BoxPicture
  let ages: Ages

  private var status: BoxStatus { picture.status }
  private var facts: FlightFacts { FlightFacts(status: status, language: request.language) }
  private func text(_ words: some LocalizedText) -> String { words.text(request.language) }

  private func age(since seconds: Double) -> HTML {
    ages.html(of: picture.seconds - seconds, at: picture.seconds, in: request.language)
  }

  /// What came of the order before.
  var said: HTML {
    guard let said = request.query["said"].flatMap(RunningSessionWords.Order.init(rawValue:)) else { return .nothing }
    let link: HTML =
      said == .ended ? " <a href=\"/history\">\(text(RunningSessionWords.toHistory))</a>" : .nothing
    return "<p class=\"done\" role=\"status\">\(text(RunningSessionWords.said(said)))\(link)</p>"
  }

  /// Since when, which flight, in which phase, and what was drunk and taken.
  var state: HTML {
    let begun: HTML =
      status.sessionStartedAt.map { " · \(text(RunningSessionWords.begun)) \(age(since: $0))" } ?? .nothing
    let about = status.about.map { FlightFacts.about($0, in: request.language) } ?? ""
    let which: HTML = about.isEmpty ? .nothing : "<p class=\"facts\">\(about)</p>"
    return """
      <section class="card"><p><b class="facts">\(facts.session)</b>\(begun)</p>\(which)\(phase)\(drunk)\(caffeine)</section>
      """
  }

  private var phase: HTML {
    // A phase by hand withholds them also while the air shows another one.
    var lines = status.withheldMinutes.map { [RunningSessionWords.withheld(minutes: "\($0)")] } ?? []
    // What is expected was measured in airliners.
    if status.profile == BoxProfile.cabin.rawValue, let co2 = facts.phase?.expectation?.co2 {
      lines.append(.expected(EventText.number(co2.lowerBound), EventText.number(co2.upperBound)))
    }
    guard facts.phase != nil || !lines.isEmpty else { return .nothing }
    return "<div class=\"facts\">\(facts.pill)</div>\(lines.html { "<p class=\"small\">\(text($0))</p>" })"
  }

  private var drunk: HTML {
    guard let words = facts.drunk else { return .nothing }
    return "<p>\(ring) <span class=\"facts\">\(words)</span></p>"
  }

  /// How much of the goal was drunk. It repeats what is said in words.
  private var ring: HTML {
    guard let drunk = status.hydration, let goal = status.hydrationGoal, goal > 0 else { return .nothing }
    let percent = min(100, Int64(drunk) * 100 / goal)
    let circle: HTML = "<circle cx=\"20\" cy=\"20\" r=\"16\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"6\""
    return """
      <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">\(circle) stroke-opacity=".2"/>\
      \(circle) pathLength="100" stroke-dasharray="\(percent) 100" transform="rotate(-90 20 20)"/></svg>
      """
  }

  private var caffeine: HTML {
    guard let at = status.caffeineAt else { return .nothing }
    return "<p><span class=\"facts\">\(text(RunningSessionWords.caffeine))</span> \(age(since: at))</p>"
  }
}
