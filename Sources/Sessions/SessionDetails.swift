import Readings

/// What a person says about a session: which flight, and where they sit. All of it is optional.
package struct SessionDetails: Codable, Sendable, Equatable {
  /// The airline, as its name or code, such as `KE`.
  package var airline: String?
  /// The flight number, such as `KE 17`.
  package var flight: String?
  package var seat: String?
  /// Where the flight begins, such as `ICN`.
  package var origin: String?
  /// Where the flight ends, such as `LAX`.
  package var destination: String?
  /// For a doctor. A running box does not know them: they are written into the logbook.
  package var notes = PersonNotes()

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

  package var isEmpty: Bool { named.allSatisfy { $0.text == nil } && notes.isEmpty }

  /// The route, such as `ICN–LAX`; `nil` if neither end is known.
  package var route: String? {
    guard origin != nil || destination != nil else { return nil }
    return "\(origin ?? "?")–\(destination ?? "?")"
  }

  /// Airline and flight; the airline alone only if the flight does not begin with it, as `KE 17` does with `KE`.
  package var flightText: String? {
    guard let flight else { return airline }
    guard let airline, !flight.hasPrefix(airline) else { return flight }
    return "\(airline) \(flight)"
  }

  /// Airline, flight, route and seat, as far as they are known, each as people read it.
  package var parts: [String] { [flightText, route, seat.map { "seat \($0)" }].compactMap(\.self) }

  package var text: String { parts.joined(separator: ", ") }

  /// - Throws: a usage error for a text that is too long, that is blank, or that has an invisible character
  ///   that makes two texts differ or turns the line in which it is shown.
  package func check() throws(LapwingError) {
    for (name, text) in named {
      if let text { try NotedText.check(text, called: name, most: Self.mostCharacters) }
    }
    try notes.check()
  }
}
