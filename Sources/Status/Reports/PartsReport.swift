import Alarms
import Engine

/// Which lamps and which sounder a box has, and whether they work.
package struct PartsReport: Codable, Sendable, Equatable {
  package let lamps: [String]
  package let doLampsWork: Bool
  /// `card`, `buzzer` or `none`.
  package let sounder: String
  package let doesSounderWork: Bool
  /// Whether the buzzer stands in for a sound card that does not work.
  package var lacksCard: Bool?

  private enum CodingKeys: String, CodingKey {
    case lamps
    case doLampsWork = "lamps_work"
    case sounder
    case doesSounderWork = "sounder_works"
    case lacksCard = "card_missing"
  }

  package static let none = "none"

  package init(_ parts: BoardParts) {
    lamps = Lamp.allCases.filter { parts[$0] }.map(\.name)
    doLampsWork = !lamps.isEmpty && parts.doLampsWork
    sounder = parts.sounder?.rawValue ?? Self.none
    doesSounderWork = parts.sounder != nil && parts.doesSounderWork
    lacksCard = parts.lacksCard ? true : nil
  }
}
