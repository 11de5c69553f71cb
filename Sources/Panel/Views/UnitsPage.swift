import Status

/// The choice of the units, which a cookie keeps: each person at the page has their own.
enum UnitsPage: PanelPage {
  static let routes = [
    Route.post("/units", .everybody, fields: ["to", "units"]) { request in
      var reply = LanguagePage.back(request)
      if let chosen = request.form["units"].flatMap(ShownUnits.init(rawValue:)) {
        reply.add(
          "Set-Cookie", Cookies.text(Cookies.units, chosen.rawValue, life: 31_536_000, isSecure: request.isSecure))
      }
      return reply
    }
  ]
}
