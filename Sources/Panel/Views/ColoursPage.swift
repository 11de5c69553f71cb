/// The choice of the colours, which a cookie keeps. Every colour has its word beside it in both.
enum ColoursPage: PanelPage {
  static let routes = [
    Route.post("/colours", .everybody, fields: ["to", "colours"]) { request in
      var reply = LanguagePage.back(request)
      if let chosen = request.form["colours"].flatMap(ShownColours.init(rawValue:)) {
        reply.add(
          "Set-Cookie", Cookies.text(Cookies.colours, chosen.rawValue, life: 31_536_000, isSecure: request.isSecure))
      }
      return reply
    }
  ]
}
