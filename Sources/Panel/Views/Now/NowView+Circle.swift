import Control
import Settings
import Status
import Web
import Words

extension NowView {
  /// Whether nobody outside is told, since the process that would tell them is not heard.
  private var isCircleMissing: Bool { status.circle == nil && !request.panel.configuration.circleNames.isEmpty }

  /// What the care circle does. Nothing where the box has no circle.
  var circle: HTML {
    guard let report = status.circle else {
      return isCircleMissing
        ? "<h2>\(text(CircleWords.circle))</h2><p class=\"card fault\">\(text(CircleWords.notHeard))</p>" : .nothing
    }
    return "<h2>\(text(CircleWords.circle))</h2><p class=\"card circle\">\(text(words(report)))</p>"
  }

  /// What a person can say to the circle. It does not change with each second, so that no button goes away under a finger.
  var circleButtons: HTML {
    guard status.circle != nil, request.mayChange else { return .nothing }
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
    let report = status.circle
    guard isCircleMissing || (report?.stage ?? .calm) != .calm else { return .nothing }
    let words = report.map(words) ?? .notHeard
    return "<p class=\"line circle\">\(text(isTile ? words.brief : words))</p>"
  }

  private func words(_ report: ShownCircle) -> CircleWords {
    let seconds = "\(report.wholeSeconds ?? 0)"
    return switch report.stage {
    case .calm: .calm
    case .help: .helpIn(seconds)
    case .countdown: report.next.map { .toldIn($0, seconds) } ?? .nobodyReady
    case .standing: report.next.map { .standing($0) } ?? .nobodyReady
    case .telling: .telling
    case .held: .has(report.by ?? "?")
    case .okay: .isWell
    }
  }
}

extension NowPage {
  /// Somebody at the page says something to the care circle.
  static let circleRoute = Route.post("/circle", fields: ["say"]) { request in
    guard let word = request.form.filled("say"), ["okay", "help"].contains(word) else {
      return FaultPage.badForm(request)
    }
    _ = try await request.panel.order(ControlRequest(.call, name: word))
    return .seeOther("/")
  }
}
