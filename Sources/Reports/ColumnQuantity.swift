import Readings

/// What a column of a file of any maker measures, from its name and unit, such as `Temperature (℃)`, `CO₂(ppm)` or
/// `PM2.5(μg/m³)`.
package struct ColumnQuantity: Equatable {
  package let quantity: Quantity
  /// The value is (number + offset) × factor.
  package var factor = 1.0
  package var offset = 0.0

  /// `nil` for a name or a unit that is not known. A unit may be missing where people would not doubt it.
  package init?(column: String) {
    let plain = column.lowercased().filter { $0 != " " && $0 != "_" }.replacing("₂", with: "2")
      .replacing("³", with: "3").replacing("μ", with: "u").replacing("µ", with: "u")
    let parts = plain.split(separator: "(", maxSplits: 1)
    guard let name = parts.first else { return nil }
    let unit = parts.count == 2 ? String(parts[1].prefix { $0 != ")" }) : ""
    switch (name, unit) {
    case ("co2", "ppm"), ("co2", ""), ("carbondioxide", "ppm"): self.init(.co2PartsPerMillion)
    case ("temperature", "°c"), ("temperature", "℃"), ("temperature", "c"), ("temperature", ""):
      self.init(.temperatureCelsius)
    case ("temperature", "°f"), ("temperature", "℉"), ("temperature", "f"):
      self.init(.temperatureCelsius, factor: 1 / 1.8, offset: -32)
    case ("humidity", "%"), ("humidity", ""), ("relativehumidity", "%"), ("humidity", "%rh"):
      self.init(.relativeHumidityPercent)
    case ("pressure", "hpa"), ("pressure", ""), ("atmosphericpressure", "hpa"), ("airpressure", "hpa"):
      self.init(.pressureHectopascals)
    case ("pressure", "kpa"), ("airpressure", "kpa"): self.init(.pressureHectopascals, factor: 10)
    // A conventional millimetre of mercury is 133.322387 Pa (BIPM).
    case ("pressure", "mmhg"), ("atmosphericpressure", "mmhg"):
      self.init(.pressureHectopascals, factor: 1.333_223_87)
    case ("pm2.5", "ug/m3"), ("pm25", "ug/m3"): self.init(.pm25MicrogramsPerCubicMetre)
    case ("pm10", "ug/m3"): self.init(.pm10MicrogramsPerCubicMetre)
    case ("tvoc", "ppb"): self.init(.vocPartsPerBillion)
    default: return nil
    }
  }

  private init(_ quantity: Quantity, factor: Double = 1, offset: Double = 0) {
    (self.quantity, self.factor, self.offset) = (quantity, factor, offset)
  }
}
