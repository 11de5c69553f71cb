package enum Cookies {
  /// Who has entered a code. By TLS its name makes browsers accept it from this host alone, with all its paths, and by
  /// TLS alone (`__Host-`), so that no other host and no page without TLS can set it.
  package static func visitor(isSecure: Bool) -> String { isSecure ? "__Host-lapwing" : "lapwing" }
  package static let language = "lapwing-language"
  package static let units = "lapwing-units"
  package static let colours = "lapwing-colours"

  package static func value(of name: String, in header: String?) -> String? {
    for field in (header ?? "").split(separator: ";").prefix(50) {
      let parts = field.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == name { return String(parts[1]) }
    }
    return nil
  }

  /// A cookie that scripts do not see, and that no page of a stranger carries along.
  /// - Parameters:
  ///   - life: in seconds; 0 deletes it.
  ///   - isSecure: whether the page is served by TLS.
  package static func text(_ name: String, _ value: String, life: Int64, isSecure: Bool) -> String {
    "\(name)=\(value); Path=/; Max-Age=\(life); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
  }
}
