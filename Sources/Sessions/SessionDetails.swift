import Readings

/// What a person says about a session: which flight, and where they sit. All of it is optional.
package struct SessionDetails: Codable, Sendable, Equatable {
  /// The airline, as its name or code, such as `KE`.
  package var airline: String?
  /// The flight number, such as `KE 17`.
  package var flight: String?
  /// The seat, such as `23A`.
  package var seat: String?
  /// Where the flight begins, such as `ICN`.
  package var origin: String?
  /// Where the flight ends, such as `LAX`.
  package var destination: String?

  /// How many characters each of them may have (specification of the session record).
  package static let mostCharacters = 40

  private enum CodingKeys: String, CodingKey {
    case airline, flight, seat
    case origin = "from"
    case destination = "to"
  }

  package init(
    airline: String? = nil, flight: String? = nil, seat: String? = nil, origin: String? = nil,
    destination: String? = nil
  ) {
    (self.airline, self.flight, self.seat) = (airline, flight, seat)
    (self.origin, self.destination) = (origin, destination)
  }

  /// Each of them with its name on the command line.
  private var named: [(name: String, text: String?)] {
    [("airline", airline), ("flight", flight), ("seat", seat), ("from", origin), ("to", destination)]
  }

  /// Whether nothing was said.
  package var isEmpty: Bool { named.allSatisfy { $0.text == nil } }

  /// The route, such as `ICN–LAX`; `nil` if neither end is known.
  package var route: String? {
    guard origin != nil || destination != nil else { return nil }
    return "\(origin ?? "?")–\(destination ?? "?")"
  }

  /// - Throws: a usage error for a text that is too long, or that would break the line in which it is shown.
  package func check() throws(LapwingError) {
    for (name, text) in named {
      guard let text else { continue }
      guard text.count <= Self.mostCharacters, text.utf8.count <= 4 * Self.mostCharacters else {
        throw LapwingError(
          .usage, code: "too-long", "--\(name) has \(text.count) characters; at most \(Self.mostCharacters) are kept")
      }
      guard text.unicodeScalars.allSatisfy({ !Self.isControl($0) }) else {
        throw LapwingError(.usage, code: "bad-text", "--\(name) has a line break or another control character")
      }
    }
  }

  /// Control characters, and the marks that turn the direction of a line: those of `HiddenCharacter` in WeightBalance,
  /// which this room may not import.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
