/// The choice of the language, which a cookie keeps.
enum LanguagePage: PanelPage {
  static let routes = [
    Route.post("/language", .everybody) { request in
      // Back to where the person was, and never to another place.
      let path = request.form.filled("to") ?? "/"
      let isOwn = path.hasPrefix("/") && !path.hasPrefix("//") && !path.contains("\\")
      var reply = Reply.seeOther(isOwn ? path : "/")
      if let chosen = request.form["language"].flatMap(Language.init(rawValue:)) {
        reply.add("Set-Cookie", Cookies.text(Cookies.language, chosen.rawValue, life: 31_536_000))
      }
      return reply
    }
  ]
}
