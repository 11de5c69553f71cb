import Settings
import Web
import Words

/// Where a visitor from the network enters the code.
enum AccessPage: PanelPage {
  static let routes = [
    Route.get("/enter", .everybody) { request in
      request.role == nil ? .page(page(request)) : .seeOther("/")
    },
    Route.post("/enter", .everybody, fields: ["code"]) { request in
      let token = AccessFile.newToken()
      let digits = request.form["code"] ?? ""
      let access = request.panel.access
      // What has not six digits is no try: it writes no file and counts against no one.
      guard AccessBook.isCode(digits) else { return .page(page(request, fault: .wrong), .forbidden) }
      let (others, attempt) = try await request.panel.work {
        try access.change { book in
          let others = book.code?.triesOfOthers(than: request.peer) ?? 0
          return (others, book.enter(digits, from: request.peer, token: token, at: request.now))
        }
      }
      switch attempt {
      case .entered(let role):
        // An owner who did not enter it can read here who did.
        request.panel.journal("A browser at \(request.peer) has entered the code, and may \(role.rawValue).")
        var reply = others > 0 ? Reply.page(warning(request, others)) : .seeOther("/")
        reply.add("Set-Cookie", cookie(request, token, life: AccessBook.visitLife / 1000))
        return reply
      case .wrong:
        request.panel.journal("A browser at \(request.peer) has entered a wrong code.")
        return .page(page(request, fault: .wrong, others: others), .forbidden)
      case .tooOften: return .page(page(request, fault: .tooOften, others: others), .forbidden)
      case .noCode: return .page(page(request, fault: .noCode), .forbidden)
      }
    },
    Route.post("/leave", .everybody, fields: []) { request in
      if let token = request.token {
        let access = request.panel.access
        try await request.panel.work { try access.change { $0.leave(token) } }
      }
      var reply = Reply.seeOther("/enter")
      reply.add("Set-Cookie", cookie(request, "", life: 0))
      return reply
    },
  ]

  private static func cookie(_ request: PanelRequest, _ value: String, life: Int64) -> String {
    Cookies.text(Cookies.visitor(isSecure: request.isSecure), value, life: life, isSecure: request.isSecure)
  }

  /// What an owner reads who is in, while somebody else tries codes.
  private static func warning(_ request: PanelRequest, _ others: Int) -> HTML {
    func text(_ words: some LocalizedText) -> String { words.text(request.language) }
    return Layout(request: request, title: text(AccessWords.entered), isInside: false).page(
      """
      <h1>\(text(AccessWords.entered))</h1><p class="fault" role="alert">\(text(AccessWords.others("\(others)")))</p>
      <p><a class="button" href="/">\(text(SharedWords.now))</a></p>
      """)
  }

  /// - Parameter others: how many wrong codes came from elsewhere.
  static func page(_ request: PanelRequest, fault: AccessWords? = nil, others: Int = 0) -> HTML {
    func text(_ words: AccessWords) -> String { words.text(request.language) }
    let faults = [fault, others > 0 ? .others("\(others)") : nil].compactMap { $0.map(text) }
    let complaint: HTML =
      fault == nil
      ? .nothing : "<p class=\"fault\" id=\"fault\" role=\"alert\">\(faults.joined(separator: " "))</p>"
    let described: HTML = fault == nil ? "explain" : "fault explain"
    let ways = [AccessWords.byButtons, .byStick, .byShell].html { "<li>\(text($0))</li>" }
    return Layout(request: request, title: text(.title), isInside: false).page(
      """
      <h1>\(text(.title))</h1>
      <p id="explain">\(text(.explain))</p><ul>\(ways)</ul>
      <form method="post" action="/enter" class="card">
      <label for="code">\(text(.code))</label>\(complaint)
      <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required autofocus \
      aria-describedby="\(described)">
      <button class="primary">\(text(.enter))</button>
      </form>
      """)
  }
}
