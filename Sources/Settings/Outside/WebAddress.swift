import System

/// The address of a web service: `https://host[:port][/path]`. It takes less than RFC 3986 allows: no user, no password, no
/// fragment, ASCII only.
package struct WebAddress: Sendable, Equatable {
  package let isSecure: Bool
  /// A name, or an IP address; a version 6 one without its brackets.
  package let host: String
  package let port: Int
  /// Path and query; begins with a slash.
  package let target: String

  package init?(_ text: String) {
    let schemes = [("https://", true), ("http://", false)]
    guard let (scheme, isSecure) = schemes.first(where: { text.hasPrefix($0.0) }), text.utf8.count <= 2000,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.contains(where: { "\"<>\\^`{|}#".contains($0) })
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(authority.count)
    guard let (host, portText) = Self.split(authority) else { return nil }
    if let portText {
      guard let port = UInt16(portText), port > 0 else { return nil }
      self.port = Int(port)
    } else {
      port = isSecure ? 443 : 80
    }
    self.isSecure = isSecure
    self.host = host
    target = path.hasPrefix("/") ? String(path) : "/" + path
  }

  /// Host and port of an authority; `nil` if it is none.
  private static func split(_ authority: Substring) -> (String, Substring?)? {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let host = authority[authority.index(after: authority.startIndex)..<end]
      let rest = authority[authority.index(after: end)...]
      guard !host.isEmpty, host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }),
        rest.isEmpty || rest.hasPrefix(":")
      else { return nil }
      return (String(host), rest.isEmpty ? nil : rest.dropFirst())
    }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2, isHost(host) else { return nil }
    return (String(host), parts.count == 2 ? parts[1] : nil)
  }

  /// Whether a text is the name of a host or an IPv4 address.
  package static func isHost(_ text: some StringProtocol) -> Bool {
    (1...253).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// The host as a URL writes it, with the port if it is not the usual one.
  package var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  /// The part that holds no secret.
  package var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

  /// The same service with another path; a path of its own stays before it.
  package func appending(_ path: String) -> WebAddress {
    let base = target.hasSuffix("/") ? String(target.dropLast()) : target
    return WebAddress(self, target: base + path)
  }

  private init(_ other: WebAddress, target: String) {
    (isSecure, host, port, self.target) = (other.isSecure, other.host, other.port, target)
  }
}

/// Where people far away reach the page, for the links of messages: `https://host[:port]`. Plain HTTP only at this machine itself.
package enum PageAddress {
  /// - Returns: `nil` for anything else.
  package static func read(_ text: String) -> WebAddress? {
    guard let address = WebAddress(text), address.target == "/", !text.hasSuffix("?"), text.utf8.count <= 100,
      address.isSecure || InternetAddress.isLoopback(address.host)
    else { return nil }
    return address
  }
}
