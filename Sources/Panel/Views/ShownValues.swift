import Readings
import Status
import Web
import Words

/// The values of a reading in one line. English is the line of the terminal, which also says how CO2 was corrected.
enum ShownValues {
  static func html(_ measurements: Measurements, _ request: PanelRequest) -> HTML {
    let units = request.units
    switch request.language {
    case .english: return "\(EventText.values(of: measurements, in: units))"
    case .korean:
      let values = Quantity.allCases.compactMap { quantity -> String? in
        guard !Quantity.co2Correction.contains(quantity), let value = measurements[quantity] else { return nil }
        let name = ThingWords.quantity(quantity).text(.korean)
        return "\(name) \(number(value, quantity, units)) \(units.unit(quantity.unit))"
      }
      return "\(values.joined(separator: ", "))"
    }
  }

  /// CO2 is measured to 50 ppm or so, so its decimals say nothing.
  static func number(_ value: Double, _ quantity: Quantity, _ units: ShownUnits) -> String {
    units.number(quantity == .co2PartsPerMillion ? value.rounded() : value, in: quantity.unit)
  }
}

/// The latest finished measurement of an oximeter, which is no live value.
enum SpotCheckView {
  static func html(_ identity: SensorReport.Identity, _ request: PanelRequest) -> HTML {
    guard let check = identity.spotCheck else { return .nothing }
    let words: SensorsWords = check.details.measuredAt.map { .spotCheck($0) } ?? .spotCheckOfNoTime
    return "<p>\(ShownValues.html(check.measurements, request))<br>\(words.text(request.language))</p>"
  }
}
