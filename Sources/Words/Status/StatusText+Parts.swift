import Alarms
import Engine
import Status

/// What the lamps and the sounder of a box do.
extension StatusText {
  /// - Parameter patterns: that which each lamp is to show.
  static func lampWords(_ parts: PartsReport, _ patterns: [LampReport]) -> String {
    let shown = patterns.filter { $0.pattern != LampPattern.off.name }
    guard !parts.lamps.isEmpty else { return "none at this box" + list(shown, ", else ") }
    guard parts.doLampsWork else { return "they do not work" + list(shown, "; they should show ") }
    let (lit, missing) = (
      shown.filter { parts.lamps.contains($0.lamp) }, shown.filter { !parts.lamps.contains($0.lamp) }
    )
    return (lit.isEmpty ? "all dark" : list(lit, "")) + list(missing, "; no lamp for ")
  }

  private static func list(_ lamps: [LampReport], _ prefix: String) -> String {
    lamps.isEmpty ? "" : prefix + lamps.map { "\($0.lamp) \($0.pattern)" }.joined(separator: ", ")
  }

  /// - Parameters:
  ///   - sound: for people; `nil` for silence.
  ///   - priority: of that sound.
  static func soundWords(_ parts: PartsReport, _ sound: String?, priority: String) -> String {
    switch parts.sounder {
    case PartsReport.none: "none at this box" + (sound.map { ", else \($0)" } ?? "")
    case _ where !parts.doesSounderWork: "it does not work" + (sound.map { "; it should play \($0)" } ?? "")
    // It has one tone.
    case BoardParts.Sounder.buzzer.rawValue:
      (sound == nil ? "silent" : "\(priority), by the buzzer")
        + (parts.lacksCard == true ? "; the sound card does not work" : "")
    default: sound ?? "silent"
    }
  }
}
