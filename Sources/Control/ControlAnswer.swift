import Readings
import Status

/// A box's answer to a request, one JSON line: `ok` and what was asked for, or why not.
///
/// What was asked for is an ``OrderReport``, or a `BoxStatus` for `status` and `follow`; its keys stand beside `ok`.
package enum ControlAnswer<Content: Codable & Sendable>: Codable, Sendable {
  case accepted(Content)
  case refused(Refusal)

  private enum CodingKeys: String, CodingKey {
    case isAccepted = "ok"
    case error
  }

  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    if try line.decode(Bool.self, forKey: .isAccepted) {
      self = .accepted(try Content(from: decoder))
    } else {
      self = .refused(try line.decodeIfPresent(Refusal.self, forKey: .error) ?? Refusal())
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .accepted(let content):
      try line.encode(true, forKey: .isAccepted)
      try content.encode(to: encoder)
    case .refused(let refusal):
      try line.encode(false, forKey: .isAccepted)
      try line.encode(refusal, forKey: .error)
    }
  }
}

/// Why a box does not do what it was asked for.
package struct Refusal: Codable, Sendable, Equatable {
  package let code: String
  package let message: String

  /// Nothing more is said.
  init() {
    code = "refused"
    message = "the box refused"
  }

  init(_ error: LapwingError) {
    code = error.code
    message = error.message
  }
}

/// What a client is told of an order that is done.
package struct OrderReport: Codable, Sendable, Equatable {
  /// What a person should know besides, in one line or more.
  package var note: String?
  /// The session that the order has ended.
  package var session: SessionReport?
}
