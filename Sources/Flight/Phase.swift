/// A phase of flight. The raw values are words in JSON, in the logbook and on the command line.
package enum Phase: String, CaseIterable, Sendable {
  case unknown
  /// Before the flight, without people aboard, as far as the air shows it.
  case preFlight = "pre-flight"
  case boarding
  /// From the closed doors to the take-off. Taxiing after a flight is ``arrived``.
  case taxi
  case takeOff = "take-off"
  case climb
  case cruise
  case descent
  /// From the end of the descent to the touchdown.
  case landing
  case arrived

  /// Kept, since `allCases` makes a new array each time.
  package static let all = allCases

  /// Its place in ``all``, from 0, for tables by phase.
  package var position: Int { Self.all.firstIndex(of: self) ?? 0 }

  /// An older name of ``preFlight``, which is still read.
  private static let parked = "parked"

  /// Reads a name in any case, with or without the hyphen; `nil` if there is no such phase.
  package init?(name: String) {
    let plain = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    if plain == Self.parked {
      self = .preFlight
      return
    }
    guard let phase = Phase.allCases.first(where: { $0.rawValue.filter { $0 != "-" } == plain }) else { return nil }
    self = phase
  }

  /// Whether the crew is too busy for low and medium alarms. An unknown phase withholds nothing.
  package var withholdsLowAndMedium: Bool {
    switch self {
    case .taxi, .takeOff, .climb, .descent, .landing: true
    case .unknown, .preFlight, .boarding, .cruise, .arrived: false
    }
  }

  /// Whether the aircraft is on the ground before a flight. The pressure cannot distinguish these phases.
  package var isBeforeFlight: Bool {
    switch self {
    case .preFlight, .boarding, .taxi: true
    default: false
    }
  }

  /// Whether the aircraft flies, or is about to within a minute.
  package var isAirborne: Bool {
    switch self {
    case .takeOff, .climb, .cruise, .descent, .landing: true
    default: false
    }
  }
}
