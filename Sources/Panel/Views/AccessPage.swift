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
      let attempt = try await request.panel.work {
        try access.change { $0.enter(digits, from: request.peer, token: token, at: request.now) }
      }
      switch attempt {
      case .entered(let role):
        // An owner who did not enter it can read here who did.
        request.panel.journal("A browser at \(request.peer) has entered the code, and may \(role.rawValue).")
        var reply = Reply.seeOther("/")
        reply.add("Set-Cookie", cookie(request, token, life: AccessBook.visitLife / 1000))
        return reply
      case .wrong:
        request.panel.journal("A browser at \(request.peer) has entered a wrong code.")
        return .page(page(request, fault: .wrong), .forbidden)
      case .tooOften: return .page(page(request, fault: .tooOften), .forbidden)
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

  static func page(_ request: PanelRequest, fault: AccessWords? = nil) -> HTML {
    func text(_ words: AccessWords) -> String { words.text(request.language) }
    let complaint: HTML =
      fault.map { "<p class=\"fault\" id=\"fault\" role=\"alert\">\(text($0))</p>" } ?? .nothing
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
