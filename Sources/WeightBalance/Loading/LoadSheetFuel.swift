extension LoadSheet {
  /// The fuel density that the sheet uses and its source, in one line.
  package var fuelDensityBasis: String {
    func per(_ density: Density) -> String {
      "\(density.text(in: units.weight, per: units.volume, places: 3)) \(units.weight.symbol)/\(units.volume.symbol)"
    }
    if let measured = scenario.fuelDensity { return "\(per(measured)), from the scenario" }
    if let grade = scenario.fuelGrade, let density = scenario.wantedDensity {
      guard let celsius = scenario.fuelCelsius, celsius != ExactDecimal(15) else {
        return "\(per(density)), the planning value of \(grade.rawValue) at 15 °C"
      }
      let degrees = decimalText(celsius.scaled(by: 1000) ?? 0, over: 1000, places: 3)
      return
        "\(per(density)), \(grade.rawValue) at \(degrees) °C by ASTM D1250 Table 54B (verify); if it matters, "
        + "measure the density"
    }
    var said: [String] = []
    for detail in fuelDetails where !said.contains(per(detail.density)) {
      said.append(per(detail.density))
    }
    return said.isEmpty
      ? "none" : said.joined(separator: " and ") + ", the value of the aircraft file"
  }
}
