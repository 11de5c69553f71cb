import Readings

/// Air Mentor Pro 2 and 2S. The type of the message and a byte for the model are in place of the company identifier;
/// big-endian fields follow (ble_monitor `airmentor.py`, `test_airmentor.py`).
enum AirMentor {
  /// `[type][0x21]` for a Pro 2 and `[type][0x61]` for a 2S. Types 11 and 21 carry CO2; 12 and 22 carry VOC and a
  /// temperature that is not used: it needs a correction, and only a guess of that is published.
  private static let withCO2: [UInt16] = [0x2111, 0x2121, 0x6111, 0x6121]
  private static let withoutCO2: [UInt16] = [0x2112, 0x2122, 0x6112, 0x6122]
  private static let pro2: UInt8 = 0x21
  private static let model2S: UInt8 = 0x61
  /// The number of bytes after those two.
  private static let lengthOfPro2 = 8
  private static let lengthOf2S = 12

  private static func reading(_ key: UInt16, _ bytes: RawSpan) -> Reading? {
    // Two bytes identify a device poorly, so the length must match too.
    let model: SensorModel
    switch (UInt8(key >> 8), bytes.byteCount) {
    case (pro2, lengthOfPro2): model = .airMentorPro2
    case (model2S, lengthOf2S): model = .airMentor2S
    default: return nil
    }
    var reading = Reading(model: model)
    guard withCO2.contains(key) else {
      reading.measurements[.vocPartsPerBillion] = bytes.uint16BigEndian(at: 0)?.value(absent: 0xFFFF)
      return reading
    }
    reading.measurements[.co2PartsPerMillion] = bytes.uint16BigEndian(at: 0)?.value(absent: 0xFFFF)
    reading.measurements[.pm25MicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 2)?.value(absent: 0xFFFF)
    reading.measurements[.pm10MicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 4)?.value(absent: 0xFFFF)
    if model == .airMentor2S {
      reading.measurements[.formaldehydePartsPerBillion] = bytes.uint16BigEndian(at: 8)?.value(absent: 0xFFFF)
    }
    return reading
  }

  private static func entry(_ model: SensorModel, _ name: String) -> CatalogueEntry {
    CatalogueEntry(
      model, name, marks: (withCO2 + withoutCO2).map { .company($0) }, mainQuantity: .co2PartsPerMillion,
      freshness: .seconds(330), plausible: .air.with([.co2PartsPerMillion: 250...10_000]),
      co2Pressure: .unknown("NDIR (product page)"),
      adviceWithoutReading: .bringNearerSendsInTurn)
  }

  static let family = SensorFamily(
    models: [entry(.airMentorPro2, "Air Mentor Pro 2"), entry(.airMentor2S, "Air Mentor 2S")],
    companies: withCO2 + withoutCO2,
    advertisement: .structure { (key, data) throws(DecodeError) in reading(key, data) })
}

extension SensorModel {
  /// Air Mentor Pro 2: CO2, particles, VOC.
  package static let airMentorPro2 = SensorModel(62)
  /// Air Mentor 2S: CO2, particles, VOC, formaldehyde.
  package static let airMentor2S = SensorModel(63)
}
