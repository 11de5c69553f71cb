import Circle
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
    Route.post("/answer", .everybody, fields: ["t", "say"]) { request in
      let kind = request.form.filled("say").flatMap(CircleCall.Kind.init(rawValue:)) ?? .haveIt
      guard kind == .haveIt || kind.word != nil else { return FaultPage.badForm(request) }
      return try await reply(request, kind, request.form.filled("t"))
    },
    // The service of a call says that a key was pressed, with fields of its own (twilio.com/docs/voice/twiml/gather).
    Route.post("/answer/call", .everybody) { request in
      if let closed = closed(request) { return closed }
      guard request.form.filled("Digits") != nil else { return .spoken("", .english) }
      let language = request.query["l"].flatMap(Language.init(rawValue:)) ?? .english
      let answer = await answer(request, .haveIt, request.query.filled("t"))
      return .spoken(AnswerWords.outcome(answer ?? CircleCallAnswer(0, .wrong)).text(language), language)
    },
  ]

  private static func reply(_ request: PanelRequest, _ kind: CircleCall.Kind, _ link: String?) async throws -> Reply {
    if let closed = closed(request) { return closed }
    guard let answer = await answer(request, kind, link) else {
      return .page(page(request, CircleCallAnswer(0, .wrong), nil), .forbidden)
    }
    let isRefused = [.wrong, .expired].contains(answer.outcome)
    return .page(page(request, answer, link), isRefused ? .forbidden : answer.outcome == .failed ? .unavailable : .ok)
  }

  /// Without links a stranger gets the answer of every other path.
  private static func closed(_ request: PanelRequest) -> Reply? {
    guard request.panel.configuration.linkAddress == nil else { return nil }
    return request.role == nil ? .seeOther("/enter") : .page(FaultPage.notFound(request), .notFound)
  }

  /// - Returns: `nil` for what is no link.
  private static func answer(_ request: PanelRequest, _ kind: CircleCall.Kind, _ link: String?) async
    -> CircleCallAnswer?
  {
    guard let link, isShaped(link) else { return nil }
    // Strangers try links too: they do not learn what is wrong with the box, and cannot fill its journal.
    return (try? await request.panel.askCircle(.call(kind, link: link), for: request.peer).call)
      ?? CircleCallAnswer(0, .failed)
  }

  /// Whether a text can be a link: an id, a time and a code. Others are not sent to the box.
  private static func isShaped(_ link: String) -> Bool {
    let parts = link.split(separator: ".", omittingEmptySubsequences: false)
    func isHex(_ text: Substring, _ count: Int) -> Bool {
      text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
    return parts.count == 3 && parts[0].hasPrefix("c-") && isHex(parts[0].dropFirst(2), 20)
      && (1...13).contains(parts[1].utf8.count) && Int64(parts[1], radix: 36) != nil && isHex(parts[2], 32)
  }

  private static func page(_ request: PanelRequest, _ answer: CircleCallAnswer, _ link: String?) -> HTML {
    func text(_ words: AnswerWords) -> String { words.text(request.language) }
    let canSay = [.open, .taken, .said, .held, .used].contains(answer.outcome)
    let alarm: HTML =
      answer.title.map { title in
        let lines = (answer.text ?? "").split(separator: "\n").html { "<p>\($0)</p>" }
        return "<section class=\"card\" lang=\"en\"><h2>\(title)</h2>\(lines)</section>"
      } ?? .nothing
    let words = CircleWord.allCases.html { word in
      "<button name=\"say\" value=\"\(word.rawValue)\" id=\"\(word.rawValue)\">\(text(.says(word)))</button> "
    }
    let haveIt: HTML =
      answer.outcome == .open
      ? "<button class=\"primary\" id=\"have-it\">\(text(.haveIt))</button> " : .nothing
    let button: HTML =
      canSay
      ? """
      <form method="post" action="/answer"><input type="hidden" name="t" value="\(link ?? "")">\
      \(haveIt)\(words)</form><p class="small">\(text(.meaning))</p>
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

extension Reply {
  /// For the service of a call.
  fileprivate static func spoken(_ text: String, _ language: Language) -> Reply {
    let text = SpokenText(language).whole(text)
    return Reply(.ok, [("Content-Type", "text/xml; charset=utf-8")], .bytes(Array(text.utf8)))
  }
}
