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
    let plain = column.lowercased().replacing("₂", with: "2").replacing("³", with: "3").replacing("^3", with: "3")
      .replacing("μ", with: "u").replacing("µ", with: "u").replacing("˚", with: "°").replacing("º", with: "°")
      .replacing("[avg]", with: "").replacing("[", with: "(").replacing("_", with: " ")
    let parts = plain.split(separator: "(", maxSplits: 1)
    guard let first = parts.first else { return nil }
    var words = first.split { $0.isWhitespace || $0 == "," }
    let bracket = parts.count == 2 ? parts[1].prefix { $0 != ")" && $0 != "]" }.filter { !$0.isWhitespace } : ""
    // Some write the unit without brackets, as in `CO2 ppm` and `Temp, °F (LGR S/N: 9)`, or as a word, also twice.
    var unit = Self.units[bracket] ?? bracket
    if words.count > 1, let last = words.last, let known = Self.units[String(last)] {
      guard Self.units[bracket].map({ $0 == known }) ?? true else { return nil }
      unit = known
      words.removeLast()
    }
    let name = words.joined()
    switch (Self.names[name] ?? name, unit) {
    case ("heartrate", "bpm"), ("heartrate", ""): self.init(.heartRateBeatsPerMinute)
    case ("pulserate", "bpm"), ("pulserate", ""), ("pulse", "bpm"): self.init(.pulseBeatsPerMinute)
    case ("spo2", "%"), ("spo2", ""): self.init(.oxygenSaturationPercent)
    case ("radon", "bq/m3"): self.init(.radonBecquerelsPerCubicMetre)
    case ("radon", "pci/l"): self.init(.radonBecquerelsPerCubicMetre, factor: 37)
    case ("co2", "ppm"), ("co2", ""): self.init(.co2PartsPerMillion)
    case ("temperature", "°c"), ("temperature", ""): self.init(.temperatureCelsius)
    case ("temperature", "°f"): self.init(.temperatureCelsius, factor: 1 / 1.8, offset: -32)
    case ("humidity", "%"), ("humidity", ""): self.init(.relativeHumidityPercent)
    case ("pressure", "hpa"), ("pressure", ""): self.init(.pressureHectopascals)
    // A conventional inch of mercury is 3386.389 Pa (NIST SP 811).
    case ("pressure", "inhg"): self.init(.pressureHectopascals, factor: 33.863_89)
    case ("pressure", "kpa"): self.init(.pressureHectopascals, factor: 10)
    case ("pressure", "pa"): self.init(.pressureHectopascals, factor: 0.01)
    // A pound-force a square inch is 6894.757 Pa (NIST SP 811).
    case ("pressure", "psi"): self.init(.pressureHectopascals, factor: 68.947_57)
    // A conventional millimetre of mercury is 133.322387 Pa (BIPM).
    case ("pressure", "mmhg"): self.init(.pressureHectopascals, factor: 1.333_223_87)
    case ("pm2.5", "ug/m3"), ("pm25", "ug/m3"): self.init(.pm25MicrogramsPerCubicMetre)
    case ("pm10", "ug/m3"): self.init(.pm10MicrogramsPerCubicMetre)
    case ("tvoc", "ppb"), ("voc", "ppb"): self.init(.vocPartsPerBillion)
    case ("tvoc", "ppm"), ("voc", "ppm"): self.init(.vocPartsPerBillion, factor: 1_000)
    case ("doserate", "usv/h"): self.init(.radiationNanosievertsPerHour, factor: 1_000)
    case ("doserate", "nsv/h"): self.init(.radiationNanosievertsPerHour)
    case ("dose", "msv"): self.init(.radiationTotalNanosieverts, factor: 1_000_000)
    case ("dose", "usv"): self.init(.radiationTotalNanosieverts, factor: 1_000)
    default: return nil
    }
  }

  /// Other names of one thing.
  private static let names = [
    "hr": "heartrate", "bpm": "heartrate", "beatsperminute": "heartrate", "pr": "pulserate", "oxygenlevel": "spo2",
    "oxygensaturation": "spo2", "bloodoxygen": "spo2", "bloodoxygensaturation": "spo2", "bloodoxygenlevel": "spo2",
    "humid": "humidity", "airtemperature": "temperature", "roomtemperature": "temperature",
    "co2concentration": "co2", "co2level": "co2", "radonshorttermavg": "radon", "radonconcentration": "radon",
    "carbondioxide": "co2", "temp": "temperature", "relativehumidity": "humidity", "rh": "humidity",
    "atmosphericpressure": "pressure", "airpressure": "pressure", "barometricpressure": "pressure",
    "radiationdoserate": "doserate", "radiation": "doserate", "dosetotal": "dose", "totaldose": "dose",
    "doseaccumulated": "dose", "accumulateddose": "dose", "radiationtotaldose": "dose",
    // German, French and Korean spreadsheets.
    "temperatur": "temperature", "température": "temperature", "온도": "temperature", "luftfeuchte": "humidity",
    "luftfeuchtigkeit": "humidity", "humidité": "humidity", "습도": "humidity", "luftdruck": "pressure",
    "pression": "pressure", "기압": "pressure", "이산화탄소": "co2", "herzfrequenz": "heartrate",
    "fréquencecardiaque": "heartrate", "심박수": "heartrate", "puls": "pulse", "pouls": "pulse", "맥박": "pulse",
    "산소포화도": "spo2",
  ]

  /// Units as they are written, in brackets or behind a name, and as they are read.
  private static let units = [
    "ppm": "ppm", "ppb": "ppb", "°c": "°c", "℃": "°c", "celsius": "°c", "c": "°c", "degc": "°c", "°f": "°f",
    "℉": "°f", "fahrenheit": "°f", "f": "°f", "degf": "°f", "%": "%", "%rh": "%", "rh%": "%", "percent": "%",
    "percentage": "%", "pct": "%", "hpa": "hpa", "mbar": "hpa", "mb": "hpa", "pa": "pa", "kpa": "kpa",
    "mmhg": "mmhg", "inhg": "inhg", "psi": "psi", "ug/m3": "ug/m3", "bq/m3": "bq/m3", "pci/l": "pci/l",
    "bpm": "bpm", "count/min": "bpm", "beats/min": "bpm", "1/min": "bpm", "/min": "bpm", "min-1": "bpm",
  ]

  private init(_ quantity: Quantity, factor: Double = 1, offset: Double = 0) {
    (self.quantity, self.factor, self.offset) = (quantity, factor, offset)
  }
}
