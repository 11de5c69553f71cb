import FoundationEssentials
import Readings

/// The fields of a form or of a query, as `application/x-www-form-urlencoded`. A name that comes twice has its first value.
package struct FormFields: Sendable, Equatable {
  private var values: [String: String] = [:]
  /// Whether something of the text could not be read. A form like that is refused: what is left could mean something else.
  package private(set) var isBroken = false
  /// The settings have two fields for each of about 150 keys.
  private static let mostFields = 1000

  package init() {}

  /// - Parameter text: fields that are no UTF-8 are left out, and so are more than 1000.
  package init(_ text: some StringProtocol) {
    let fields = text.split(separator: "&")
    isBroken = fields.count > Self.mostFields
    for field in fields.prefix(Self.mostFields) {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.flatMap({ Self.decoded($0) }), !name.isEmpty,
        let value = parts.count > 1 ? parts.last.flatMap({ Self.decoded($0) }) : ""
      else {
        isBroken = true
        continue
      }
      if values[name] == nil { values[name] = value }
    }
  }

  package init(_ values: [String: String]) { self.values = values }

  package subscript(name: String) -> String? { values[name]?.trimmingBlanks }

  /// The same, and `nil` for an empty field too.
  package func filled(_ name: String) -> String? {
    guard let value = self[name], !value.isEmpty else { return nil }
    return value
  }

  package var names: Set<String> { Set(values.keys) }

  /// A text without %XX and +; `nil` if it is no UTF-8, or has a zero.
  package static func decoded(_ text: some StringProtocol) -> String? {
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "+"): plain.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard place + 2 < bytes.count,
          let byte = UInt8(String(decoding: bytes[(place + 1)...(place + 2)], as: UTF8.self), radix: 16)
        else { return nil }
        plain.append(byte)
        place += 2
      default: plain.append(bytes[place])
      }
      place += 1
    }
    guard !plain.contains(0) else { return nil }
    return String(validating: plain, as: UTF8.self)
  }

  /// A text for a place in a path or a query.
  package static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".")
      return isPlain ? String(UnicodeScalar(byte)) : "%" + byte.digits(2, radix: 16, uppercase: true)
    }.joined()
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}

/// The fields of every answer: what a browser may do with it.
package enum SafeFields {
  /// Everything comes from the box itself, nothing stands in the page as code, nothing frames it.
  package static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "manifest-src 'self'",
    "connect-src 'self'",
    "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// Half a year in which browsers ask by TLS alone. Only with a certificate of the owner: with the box's own one, browsers that
  /// know this field show no way past their warning (RFC 6797, 8.4).
  package static let transport = ("Strict-Transport-Security", "max-age=15768000")

  package static let all = [
    ("Content-Security-Policy", policy),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    // With `no-referrer` browsers send `Origin: null` with forms, and the check of the origin would refuse them.
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
  ]
}
