import Control
import Settings
import Web
import Words

/// What the link of a message of the care circle opens: its alarm, and one button. A person with the link needs no code, sees nothing
/// else and can do nothing else; the circle (`lapwing outside`), which alone has the key, decides who it is and what they may do.
enum AnswerPage: PanelPage {
  static let routes = [
    // Programs that look through mails open every link, so this changes nothing.
    Route.get("/answer", .everybody) { request in try await reply(request, .look, request.query.filled("t")) },
    Route.post("/answer", .everybody, fields: ["t"]) { request in
      try await reply(request, .haveIt, request.form.filled("t"))
    },
  ]

  private static func reply(_ request: PanelRequest, _ kind: CircleCall.Kind, _ link: String?) async throws -> Reply {
    // Without links a stranger is told what every other path tells.
    guard request.panel.configuration.linkAddress != nil else {
      return request.role == nil ? .seeOther("/enter") : .page(FaultPage.notFound(request), .notFound)
    }
    guard let link, isShaped(link) else { return .page(page(request, CircleCallAnswer(0, .wrong), nil), .forbidden) }
    var order = ControlRequest(.call, name: kind.rawValue)
    order.link = link
    // Strangers try links too: they are not told what is wrong with the box, and cannot fill its journal.
    guard let answer = try? await request.panel.askCircle(order).call else {
      return .page(page(request, CircleCallAnswer(0, .failed), nil), .unavailable)
    }
    let isRefused = [.wrong, .expired].contains(answer.outcome)
    return .page(page(request, answer, link), isRefused ? .forbidden : answer.outcome == .failed ? .unavailable : .ok)
  }

  /// Whether a text can be a link. Others are not sent to the box.
  private static func isShaped(_ link: String) -> Bool {
    (40...120).contains(link.utf8.count)
      && link.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || [0x2D, 0x2E].contains(byte)
      }
  }

  private static func page(_ request: PanelRequest, _ answer: CircleCallAnswer, _ link: String?) -> HTML {
    func text(_ words: AnswerWords) -> String { words.text(request.language) }
    let isOpen = answer.outcome == .open
    let alarm: HTML =
      answer.title.map { title in
        let lines = (answer.text ?? "").split(separator: "\n").html { "<p>\($0)</p>" }
        return "<section class=\"card\" lang=\"en\"><h2>\(title)</h2>\(lines)</section>"
      } ?? .nothing
    let button: HTML =
      isOpen
      ? """
      <form method="post" action="/answer"><input type="hidden" name="t" value="\(link ?? "")">\
      <button class="primary" id="have-it">\(text(.haveIt))</button></form><p class="small">\(text(.meaning))</p>
      """ : .nothing
    return Layout(
      request: request, title: text(.title), back: link.map { "/answer?t=\($0)" }, isInside: false
    ).page(
      """
      <h1>\(text(.title))</h1>
      <p id="outcome" role="status">\(text(.outcome(answer)))</p>
      \(alarm)\(button)
      <p class="small">\(CircleWords.emergency.text(request.language))</p>
      """)
  }
}
