import Readings

/// Sensirion's gadgets and evaluation boards: company 0x06D5, `[0][sample type][device id u16]`, then 16-bit fields in
/// an order that the sample type determines, little-endian (Sensirion/ble-services, `ble-ad-sample-types.yml`).
enum Sensirion {
  private static let companyIdentifier: UInt16 = 0x06D5

  /// One 16-bit field of a sample.
  private enum Field {
    case temperature, humidity, humiditySHT4x, co2, voc, nox
    /// Particles in tenths of a microgram; the older types use 65535ths of a milligram.
    case pm1, pm25, pm4, pm10, wholeScalePM25
    case formaldehyde
    /// Skipped: air velocity, hydrogen and a pressure whose unit is missing from the table.
    case other
  }

  private static func layout(of type: UInt8) -> [Field]? {
    switch type {
    case 0x03: [.temperature, .humidity, .voc]
    case 0x04: [.temperature, .humidity]
    case 0x06: [.temperature, .humiditySHT4x]
    case 0x08, 0x0A: [.temperature, .humidity, .co2]
    case 0x0C: [.temperature, .humidity, .co2, .wholeScalePM25]
    case 0x0E: [.temperature, .humidity, .formaldehyde]
    case 0x10: [.temperature, .humidity, .voc, .wholeScalePM25]
    case 0x14: [.temperature, .humidity, .co2, .voc, .wholeScalePM25, .formaldehyde]
    case 0x16: [.temperature, .humidity, .voc, .nox]
    case 0x18: [.temperature, .humidity, .voc, .nox, .pm25]
    case 0x1A: [.temperature, .humidity, .co2, .voc, .nox, .pm25]
    case 0x1C: [.temperature, .humidity, .co2, .pm25]
    case 0x1E: [.temperature, .humidity, .voc, .pm25]
    case 0x20: [.temperature, .humidity, .co2, .voc, .pm25, .formaldehyde]
    case 0x22: [.pm1, .pm25, .pm4, .pm10]
    case 0x24: [.co2]
    case 0x26: [.other, .temperature]
    case 0x28: [.temperature, .humiditySHT4x, .other, .other]
    case 0x2A: [.temperature, .humidity, .pm25]
    case 0x2C: [.temperature, .humidity, .formaldehyde, .voc, .nox, .pm25]
    default: nil
    }
  }

  private static func reading(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    guard let advertisementType = bytes.uint8(at: 0), let type = bytes.uint8(at: 1) else {
      throw DecodeError(.tooShort(needed: 2, got: bytes.byteCount), in: .sensirion)
    }
    // An SHT43 board whose samples are switched off.
    if advertisementType == 0xFF, type == 0 { return Reading(model: .sensirion) }
    guard advertisementType == 0, let layout = layout(of: type) else {
      throw DecodeError(.unknownFormat(advertisementType == 0 ? type : advertisementType), in: .sensirion)
    }
    try bytes.require(4 + 2 * layout.count, in: .sensirion)
    var reading = Reading(model: layout.contains(.co2) ? .sensirionCO2 : type == 0x22 ? .sensirionPM : .sensirion)
    for (index, field) in layout.enumerated() {
      guard let raw = bytes.uint16(at: 4 + 2 * index) else { break }
      fill(&reading.measurements, field, Double(raw))
    }
    return reading
  }

  /// The conversions of the vendor's table. Those for the humidity can give values outside 0 to 100 %, where the data
  /// sheets crop them.
  private static func fill(_ measurements: inout Measurements, _ field: Field, _ raw: Double) {
    // The sensors' own drivers use all ones for "not known"; in a field that uses its whole scale, all ones are a
    // value that air can have, but for the 130 °C of a temperature.
    let isWholeScale = [.humidity, .humiditySHT4x, .wholeScalePM25].contains(field)
    guard isWholeScale || raw != 65_535 else { return }
    switch field {
    case .temperature: measurements[.temperatureCelsius] = raw * 175 / 65_535 - 45
    case .humidity: measurements[.relativeHumidityPercent] = raw * 100 / 65_535
    case .humiditySHT4x: measurements[.relativeHumidityPercent] = min(max(0, raw * 125 / 65_535 - 6), 100)
    case .co2: measurements[.co2PartsPerMillion] = raw
    // An index is 1 to 500; it is 0 while the sensor is starting (Sensirion/gas-index-algorithm).
    case .voc: measurements[.vocIndex] = raw == 0 ? nil : raw
    case .nox: measurements[.noxIndex] = raw == 0 ? nil : raw
    case .pm1: measurements[.pm1MicrogramsPerCubicMetre] = raw / 10
    case .pm25: measurements[.pm25MicrogramsPerCubicMetre] = raw / 10
    case .pm4: measurements[.pm4MicrogramsPerCubicMetre] = raw / 10
    case .pm10: measurements[.pm10MicrogramsPerCubicMetre] = raw / 10
    case .wholeScalePM25: measurements[.pm25MicrogramsPerCubicMetre] = raw * 1000 / 65_535
    case .formaldehyde: measurements[.formaldehydePartsPerBillion] = raw / 5
    case .other: break
    }
  }

  /// An SCD4x or SEN6x corrects only for a pressure or an altitude that is set by wire; the default is 1013 hPa.
  /// Sensirion publishes no law for a gadget on which none is set.
  private static let co2Pressure = CO2Pressure(
    rule: .told(.gas),
    source: "docs.rs/sen66-interface, AmbientPressure; docs.rs/embedded-devices, scd4x SetAmbientPressure; "
      + "esphome.io/components/sensor/scd4x")

  /// The gadgets advertise every one or two seconds and measure as often, a MyCO2 every 5 s.
  private static func entry(_ model: SensorModel, _ name: String, _ quantity: Quantity) -> CatalogueEntry {
    CatalogueEntry(
      model, name, marks: [.company(companyIdentifier)], mainQuantity: quantity, freshness: .seconds(60),
      plausible: .air, co2Pressure: quantity == .co2PartsPerMillion ? co2Pressure : nil,
      adviceWithoutReading: .closeMyAmbience)
  }

  static let family = SensorFamily(
    models: [
      entry(.sensirionCO2, "Sensirion CO2 gadget", .co2PartsPerMillion),
      entry(.sensirion, "Sensirion gadget", .temperatureCelsius),
      entry(.sensirionPM, "Sensirion PM gadget", .pm25MicrogramsPerCubicMetre),
    ],
    companies: [companyIdentifier],
    advertisement: .structure { (_, data) throws(DecodeError) in try reading(data) })
}

extension DecodeError.Subject {
  package static let sensirion = Self("Sensirion advertisement", of: nil)
}

extension SensorModel {
  /// A Sensirion gadget that measures CO2: MyCO2, SCD4x, SEN63C, SEN66.
  package static let sensirionCO2 = SensorModel(32)
  package static let sensirion = SensorModel(33)
  /// A Sensirion gadget that measures particles only.
  package static let sensirionPM = SensorModel(34)
}
