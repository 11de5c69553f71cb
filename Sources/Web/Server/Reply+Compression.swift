import CZlib

extension Reply {
  /// Below this a browser gains nothing: it fits into one packet. Own choice, in bytes.
  private static let least = 1000

  /// The same with its body as gzip, if the browser takes that and the body is a text that gets shorter. A stream stays as it
  /// is, since each of its parts must arrive at once; so does an answer that names a form of its own.
  ///
  /// What an answer holds cannot be found out by its length (BREACH): the cookie is `SameSite=Strict`, so no foreign page can
  /// have an answer made that is meant for the visitor.
  /// - Parameter accepted: the field `Accept-Encoding` of the request (RFC 9110, 12.5.3).
  package func compressed(accepted: String?) -> Reply {
    guard case .bytes(let bytes) = body, bytes.count >= Self.least, isText, self[field: "Content-Encoding"] == nil
    else {
      return self
    }
    var reply = self
    // What is kept by the way must not reach a browser that asks for another form.
    reply.add("Vary", "Accept-Encoding")
    guard Self.takesGzip(accepted ?? ""), let short = Self.gzip(bytes) else { return reply }
    reply.body = .bytes(short)
    reply.add("Content-Encoding", "gzip")
    return reply
  }

  private var isText: Bool {
    let type = self[field: "Content-Type"] ?? ""
    return ["text/", "application/json", "application/manifest+json", "image/svg+xml"].contains { type.hasPrefix($0) }
  }

  /// Whether gzip is named, and not with the weight 0.
  private static func takesGzip(_ accepted: String) -> Bool {
    accepted.lowercased().split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
      guard parts.first == "gzip" || parts.first == "x-gzip" else { return false }
      return !parts.dropFirst().contains { $0.hasPrefix("q=") && (Double($0.dropFirst(2)) ?? 0) <= 0 }
    }
  }

  /// `nil` if it would not be shorter.
  private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    var short = [UInt8](repeating: 0, count: bytes.count)
    let count = czlib_gzip(bytes, bytes.count, &short, short.count)
    return count > 0 && count < bytes.count ? Array(short[..<count]) : nil
  }
}
