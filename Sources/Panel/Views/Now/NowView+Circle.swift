import Control
import Settings
import Status
import Web
import Words

extension NowView {
  /// What the care circle does. The box reports one that is silent; a page that reaches no box reports it itself.
  var shownCircle: ShownCircle? {
    status.circle ?? (request.panel.configuration.circleNames.isEmpty ? nil : ShownCircle(.silent))
  }

  /// What the care circle does. Nothing if the box has no circle.
  var circle: HTML {
    guard let report = shownCircle else { return .nothing }
    let look = report.stage == .silent || report.stage == .unreached ? "fault" : "circle"
    let said: HTML = CircleWords.said(in: report).map { "<p class=\"card circle\">\(text($0))</p>" } ?? .nothing
    let asked: CircleWords? = report.asksAgain == true ? .sayAgain : nil
    let faults = [asked, report.fault.map(CircleWords.init), .failing(of: report)].compactMap(\.self)
    return """
      <h2>\(text(CircleWords.circle))</h2>\
      <p class="card \(look)">\(text(CircleWords(report)))</p>\(said)\(faults.html { "<p class=\"card fault\">\(text($0))</p>" })
      """
  }

  /// What a person can say to the circle. It does not change with each second, so that no button goes away under a finger.
  var circleButtons: HTML {
    guard let circle = status.circle, circle.stage != .silent, request.mayChange else { return .nothing }
    return """
      <form method="post" action="/circle">\
      <button name="say" value="okay" id="say-okay">\(text(CircleWords.okay))</button> \
      <button name="say" value="help" id="say-help">\(text(CircleWords.help))</button></form>
      <p class="small">\(text(CircleWords.emergency))</p>
      """
  }

  /// What the care circle does, in one line for a screen; nothing while nothing is open and nothing is wrong.
  /// - Parameter isTile: whether the screen has room for a few words only.
  func circleLine(isTile: Bool) -> HTML {
    guard let report = shownCircle else { return .nothing }
    let fault = report.stage == .calm ? report.fault.map(CircleWords.init) : nil
    guard fault != nil || report.stage != .calm else { return .nothing }
    let words = fault ?? CircleWords(report)
    return "<p class=\"line circle\">\(text(isTile ? words.brief : words))</p>"
  }
}

extension NowPage {
  /// Someone at the page says something to the care circle.
  static let circleRoute = Route.post("/circle", fields: ["say"]) { request in
    guard let kind = request.form.filled("say").flatMap(CircleCall.Kind.init), [.okay, .help].contains(kind) else {
      return FaultPage.badForm(request)
    }
    _ = try await request.panel.order(.call(kind))
    return .seeOther("/")
  }
}
