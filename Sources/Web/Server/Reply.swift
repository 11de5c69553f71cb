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
