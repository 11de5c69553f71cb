import Readings

/// The units in which people want to see values. Sensors, JSON and the logbook stay with those of the `Quantity`.
package enum ShownUnits: String, Sendable, CaseIterable {
  case metric, imperial

  /// A value and its unit, as they are shown. Values whose unit is the same everywhere, such as ppm, stay as they are.
  ///
  /// Factors: degrees Fahrenheit are 9/5 of degrees Celsius and 32; an inch of mercury is 3386.389 Pa (NIST Special
  /// Publication 811, appendix B.8, conventional inch of mercury).
  /// - Parameter unit: as `Quantity.unit` writes it.
  package func shown(_ value: Double, in unit: String) -> (value: Double, unit: String) {
    guard self == .imperial else { return (value, unit) }
    switch unit {
    case "°C": return (value * 9 / 5 + 32, "°F")
    case "hPa": return (value / 33.86389, "inHg")
    default: return (value, unit)
    }
  }

  /// A difference of two values, rounded as it is shown: to a tenth, and of CO2 to a whole number.
  package func difference(_ difference: Double, in unit: String) -> Double {
    let shown = shown(difference, in: unit).value - shown(0, in: unit).value
    return unit == "ppm" ? shown.rounded() : (shown * 10).rounded() / 10
  }

  package func unit(_ unit: String) -> String { shown(0, in: unit).unit }

  /// A number rounded to a tenth, without digits that only binary fractions cause.
  static func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return Int64(exactly: rounded).map(\.description) ?? rounded.description
  }

  /// The number as people read it: to a tenth, and inches of mercury to a hundredth, as altimeters are set.
  package func number(_ value: Double, in unit: String) -> String {
    let shown = shown(value, in: unit)
    guard shown.unit == "inHg", (0...1e6).contains(shown.value) else { return Self.number(shown.value) }
    let hundredths = Int64((shown.value * 100).rounded())
    return "\(hundredths / 100).\((hundredths % 100).digits(2))"
  }

  package func text(_ value: Double, in unit: String) -> String {
    let name = self.unit(unit)
    return name.isEmpty ? number(value, in: unit) : "\(number(value, in: unit)) \(name)"
  }
}
