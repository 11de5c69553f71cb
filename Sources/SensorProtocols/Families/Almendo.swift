import Readings

/// Almendo bluSensor AIQ: company 0x06E8, version 1, little-endian. Its CO2 is estimated from VOC and is labelled so
/// (ble_monitor `almendo.py`, which has the VOC in µg/m³).
enum Almendo {
  private static let companyIdentifier: UInt16 = 0x06E8
  /// The version and, two bytes later, the model of the device: the only ones whose layout is known.
  private static let version: UInt8 = 1
  private static let airQualityModel: UInt8 = 0x0A

  private static func reading(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    guard let version = bytes.uint8(at: 0), let model = bytes.uint8(at: 2) else {
      throw DecodeError(.tooShort(needed: 3, got: bytes.byteCount), in: .almendo)
    }
    guard version == Self.version, model == airQualityModel else { return nil }
    try bytes.require(15, in: .almendo)
    var reading = Reading(model: .almendoBluSensor)
    reading.measurements[.temperatureCelsius] = bytes.int16(at: 7)?.value(per: 100, absent: .min)
    reading.measurements[.relativeHumidityPercent] = bytes.uint16(at: 9)?.value(per: 100)
    reading.measurements[.equivalentCO2PartsPerMillion] = bytes.uint16(at: 11)?.value(absent: 0xFFFF)
    reading.measurements[.tvocMicrogramsPerCubicMetre] = bytes.uint16(at: 13)?.value(absent: 0xFFFF)
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .almendoBluSensor, "Almendo bluSensor", marks: [.company(companyIdentifier)],
        mainQuantity: .equivalentCO2PartsPerMillion, freshness: .seconds(330), plausible: .air,
        adviceWithoutReading: .bringNearer)
    ],
    companies: [companyIdentifier],
    advertisement: .structure { (_, data) throws(DecodeError) in try reading(data) })
}

extension DecodeError.Subject {
  package static let almendo = Self("Almendo bluSensor advertisement", of: .almendoBluSensor)
}

extension SensorModel {
  /// Almendo bluSensor AIQ: VOC, eCO2, climate.
  package static let almendoBluSensor = SensorModel(68)
}
