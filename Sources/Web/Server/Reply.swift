import CZlib

package struct Reply: Sendable {
  /// What became of the request, by the number of HTTP.
  package enum Status: Int, Sendable {
    case ok = 200
    case seeOther = 303
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case notAllowed = 405
    case tooLarge = 413
    case misdirected = 421
    case unusable = 422
    case fault = 500
    case unavailable = 503
  }

  package enum Body: Sendable {
    case bytes([UInt8])
    /// It goes on until the writer is done, or the reader is gone.
    case stream(@Sendable (any StreamWriter) async throws -> Void)
  }

  package var status: Status
  /// Names in any case, and values.
  package var fields: [(name: String, value: String)]
  package var body: Body

  package init(_ status: Status, _ fields: [(name: String, value: String)] = [], _ body: Body = .bytes([])) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  package subscript(field name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }

  package mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

  /// Values grow old, and a shared computer keeps nothing.
  private static let unstored = (name: "Cache-Control", value: "no-store")

  package static func page(_ html: HTML, _ status: Status = .ok) -> Reply {
    Reply(status, [("Content-Type", "text/html; charset=utf-8"), unstored], .bytes(Array(html.text.utf8)))
  }

  /// Shows another page after a form: loading it again does not send the form twice.
  package static func seeOther(_ path: String) -> Reply { Reply(.seeOther, [("Location", path), unstored]) }

  /// A sentence, for a client that is not a page of the box.
  package static func sentence(_ status: Status, _ text: String) -> Reply {
    Reply(status, [("Content-Type", "text/plain; charset=utf-8"), unstored], .bytes(Array((text + "\n").utf8)))
  }
}

/// Writes the parts of a body that goes on.
package protocol StreamWriter: Sendable {
  /// Returns when the bytes are on their way to the reader.
  /// - Throws: if the reader is gone, or takes too long.
  func write(_ bytes: [UInt8]) async throws
}

extension StreamWriter {
  package func write(_ text: String) async throws { try await write(Array(text.utf8)) }
}

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
