import Documents
import Readings
import Status

/// A figure of a table, with as many decimals as all figures of its quantity.
enum ShownFigure {
  /// - Parameter quantity: `nil` for one that this version does not know; its unit stays.
  static func text(_ value: Double, _ quantity: Quantity?, _ units: ShownUnits) -> String? {
    let shown = units.shown(value, in: quantity?.unit ?? "")
    return FixedNumber.text(shown.value, places: quantity == .co2PartsPerMillion ? 0 : shown.unit == "inHg" ? 2 : 1)
  }
}
