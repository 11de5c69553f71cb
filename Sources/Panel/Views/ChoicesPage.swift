import Readings
import Status
import Web
import Words

/// What a person chooses at the foot of every page: language, units and colours. A cookie keeps each, so that each browser has its own.
enum ChoicesPage: PanelPage {
  static let routes = [
    choice("language", Cookies.language) { Language(rawValue: $0) != nil },
    choice("units", Cookies.units) { ShownUnits(rawValue: $0) != nil },
    choice("colours", Cookies.colours) { ShownColours(rawValue: $0) != nil },
  ]

  /// - Parameters:
  ///   - name: of the path and of the field.
  ///   - isThere: whether there is such a choice. Any other one changes nothing.
  private static func choice(
    _ name: String, _ cookie: String, _ isThere: @escaping @Sendable (String) -> Bool
  ) -> Route {
    .post("/\(name)", .everybody, fields: ["to", name]) { request in
      var reply = back(request)
      if let chosen = request.form[name], isThere(chosen) {
        reply.add("Set-Cookie", Cookies.text(cookie, chosen, life: 31_536_000, isSecure: request.isSecure))
      }
      return reply
    }
  }

  /// Back to where the person was, and never to another place.
  private static func back(_ request: PanelRequest) -> Reply {
    let path = request.form.filled("to") ?? "/"
    // Browsers drop or turn round some other characters, and the path would be another one then.
    let isPlain = path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    let isOwn = isPlain && path.hasPrefix("/") && !path.hasPrefix("//")
    return Reply.seeOther(isOwn ? path : "/")
  }
}
