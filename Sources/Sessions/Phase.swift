/// A phase of flight, as a client reports it over the control socket. The raw values are words in JSON and on the
/// command line.
package enum Phase: String, CaseIterable, Sendable {
  case unknown
  case parked
  case taxi
  case takeOff = "take-off"
  case climb
  case cruise
  case descent
  case landing

  /// Reads a name in any case, with or without the hyphen; `nil` if there is no such phase.
  package init?(name: String) {
    let plain = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    guard let phase = Phase.allCases.first(where: { $0.rawValue.filter { $0 != "-" } == plain }) else { return nil }
    self = phase
  }

  /// Whether the crew is too busy for low and medium alarms. An unknown phase withholds nothing.
  package var withholdsLowAndMedium: Bool {
    switch self {
    case .taxi, .takeOff, .climb, .descent, .landing: true
    case .unknown, .parked, .cruise: false
    }
  }
}
