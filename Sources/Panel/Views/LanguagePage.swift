/// The choice of the language, which a cookie keeps.
enum LanguagePage: PanelPage {
  static let routes = [
    Route.post("/language", .everybody, fields: ["to", "language"]) { request in
      var reply = back(request)
      if let chosen = request.form["language"].flatMap(Language.init(rawValue:)) {
        reply.add(
          "Set-Cookie",
          Cookies.text(Cookies.language, chosen.rawValue, life: 31_536_000, isSecure: request.isSecure))
      }
      return reply
    }
  ]

  /// Back to where the person was, and never to another place.
  static func back(_ request: PanelRequest) -> Reply {
    let path = request.form.filled("to") ?? "/"
    // Browsers drop or turn round some other characters, and the path would be another one then.
    let isPlain = path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    let isOwn = isPlain && path.hasPrefix("/") && !path.hasPrefix("//")
    return Reply.seeOther(isOwn ? path : "/")
  }
}
