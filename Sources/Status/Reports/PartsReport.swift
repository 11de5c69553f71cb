import Alarms
import Engine

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

  package var canSignal: Bool { doLampsWork || doesSounderWork }

  package func lampWords(_ patterns: [LampReport]) -> String {
    let shown = patterns.filter { $0.pattern != LampPattern.off.name }
    guard !lamps.isEmpty else { return "none at this box" + Self.list(shown, ", else ") }
    guard doLampsWork else { return "they do not work" + Self.list(shown, "; they should show ") }
    let (lit, missing) = (shown.filter { lamps.contains($0.lamp) }, shown.filter { !lamps.contains($0.lamp) })
    return (lit.isEmpty ? "all dark" : Self.list(lit, "")) + Self.list(missing, "; no lamp for ")
  }

  private static func list(_ lamps: [LampReport], _ prefix: String) -> String {
    lamps.isEmpty ? "" : prefix + lamps.map { "\($0.lamp) \($0.pattern)" }.joined(separator: ", ")
  }

  /// What the sounder plays.
  /// - Parameter sound: for people; `nil` for silence.
  package func soundWords(_ sound: String?, priority: String) -> String {
    switch sounder {
    case Self.none: "none at this box" + (sound.map { ", else \($0)" } ?? "")
    case _ where !doesSounderWork: "it does not work" + (sound.map { "; it should play \($0)" } ?? "")
    // It has one tone.
    case BoardParts.Sounder.buzzer.rawValue:
      (sound == nil ? "silent" : "\(priority), by the buzzer")
        + (lacksCard == true ? "; the sound card does not work" : "")
    default: sound ?? "silent"
    }
  }
}
