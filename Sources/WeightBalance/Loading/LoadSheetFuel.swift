/// The fuel density that a sheet uses, and where it is from. A density is a text with its unit.
package enum FuelDensityBasis: Sendable, Hashable {
  case scenario(String)
  /// The planning value of a grade at 15 °C.
  case planned(String, grade: String)
  /// Of a grade at another temperature, by ASTM D1250 Table 54B.
  case converted(String, grade: String, celsius: String)
  /// One or several of the aircraft file; empty without tanks.
  case aircraft([String])

  /// In one line.
  package var text: String {
    switch self {
    case .scenario(let density): "\(density), from the scenario"
    case .planned(let density, let grade): "\(density), the planning value of \(grade) at 15 °C"
    case .converted(let density, let grade, let celsius):
      "\(density), \(grade) at \(celsius) °C by ASTM D1250 Table 54B (verify); if it matters, measure the density"
    case .aircraft(let densities):
      densities.isEmpty ? "none" : densities.joined(separator: " and ") + ", the value of the aircraft file"
    }
  }
}

extension LoadSheet {
  /// The density in force and where it is from.
  package var fuelDensityBasis: FuelDensityBasis {
    func per(_ density: Density) -> String {
      "\(density.text(in: units.weight, per: units.volume, places: 3)) \(units.weight.symbol)/\(units.volume.symbol)"
    }
    if let measured = scenario.fuelDensity { return .scenario(per(measured)) }
    if let grade = scenario.fuelGrade, let density = scenario.wantedDensity {
      guard let celsius = scenario.fuelCelsius, celsius != ExactDecimal(15) else {
        return .planned(per(density), grade: grade.rawValue)
      }
      let degrees = decimalText(celsius.scaled(by: 1000) ?? 0, over: 1000, places: 3)
      return .converted(per(density), grade: grade.rawValue, celsius: degrees)
    }
    var said: [String] = []
    for detail in fuelDetails where !said.contains(per(detail.density)) { said.append(per(detail.density)) }
    return .aircraft(said)
  }
}
