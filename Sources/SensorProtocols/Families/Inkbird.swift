import Readings

/// INKBIRD's CO2 monitors: IAM-T1, which sends readings only over a connection, and IAM-T2, which advertises them.
/// Big-endian.
///
/// After Bluetooth-Devices/inkbird-ble (`parser.py`, `test_parser.py`, PR 35, issues 96 and 119) and
/// nurikk/inkbird-co2-display.
enum Inkbird {
  /// The bytes in place of a company identifier: "T1" and "T2". They are not assigned, so the rest must match too.
  private static let iamT1: UInt16 = 0x3154
  private static let iamT2: UInt16 = 0x3254
  /// The characteristic that notifies the frames of an IAM-T1. Its service is 0xFFE0.
  static let notifications = BluetoothUUID(0xFFE4)

  /// An IAM-T2's manufacturer data: 0, the address, status (bit 1: °F), temperature/10, humidity/10, CO2, battery. The
  /// coding of the battery is not known.
  private static func reading(advertisement key: UInt16, _ bytes: RawSpan) throws(DecodeError) -> Reading? {
    // An IAM-T1's advertisement only names it: "AC-" and its address.
    if key == iamT1 { return bytes.uint24BigEndian(at: 0) == 0x41432D ? Reading(model: .inkbirdIAMT1) : nil }
    guard bytes.byteCount == 15, bytes.uint8(at: 0) == 0, let status = bytes.uint8(at: 7),
      let temperature = bytes.int16BigEndian(at: 8)
    else { return nil }
    var reading = Reading(model: .inkbirdIAMT2)
    reading.measurements[.temperatureCelsius] = temperature.value().map {
      celsius(tenths: $0, isFahrenheit: status & 0x02 != 0)
    }
    reading.measurements[.relativeHumidityPercent] = try humidity(bytes, at: 10, in: .inkbirdIAMT2)
    reading.measurements[.co2PartsPerMillion] = bytes.uint16BigEndian(at: 12).map { Double($0) }
    try checkLimits(reading, in: .inkbirdIAMT2)
    return reading
  }

  /// A frame of an IAM-T1: `55 AA`, a command, the length, the data, and a checksum as the last byte.
  ///
  /// Command 1 has the measurements and command 5 the settings. The checksum is not verified: in the captures with °F
  /// it does not include the unit, and in one with °C it is off by one. A frame with another length is a fragment.
  private static func reading(frame bytes: RawSpan) throws(DecodeError) -> Reading? {
    guard bytes.uint16BigEndian(at: 0) == 0x55AA, let command = bytes.uint8(at: 2) else { return nil }
    switch command {
    case 0x01:
      guard bytes.byteCount == 16, let flags = bytes.uint8(at: 4), let magnitude = bytes.uint16BigEndian(at: 5) else {
        throw DecodeError(.unexpectedLength(bytes.byteCount), in: .inkbirdIAMT1)
      }
      var reading = Reading(model: .inkbirdIAMT1)
      // The high digit is the unit, the low digit the sign.
      let sign: Double = flags & 0x0F == 1 ? -1 : 1
      reading.measurements[.temperatureCelsius] = magnitude.value().map {
        celsius(tenths: $0 * sign, isFahrenheit: flags >> 4 == 1)
      }
      reading.measurements[.relativeHumidityPercent] = try humidity(bytes, at: 7, in: .inkbirdIAMT1)
      reading.measurements[.co2PartsPerMillion] = bytes.uint16BigEndian(at: 9).map { Double($0) }
      reading.measurements[.pressureHectopascals] = bytes.uint16BigEndian(at: 11)?.value(absent: 0)
      try checkLimits(reading, in: .inkbirdIAMT1)
      // From the maker's app (nurikk/inkbird-co2-display); every capture shows level 1.
      if let battery = bytes.uint8(at: 13) {
        reading.batteryStep = battery & 0x0F
        reading.isCharging = battery & 0x80 != 0
      }
      return reading
    case 0x05...0x09, 0x02...0x04: return Reading(model: .inkbirdIAMT1)
    default: throw DecodeError(.unknownFormat(command), in: .inkbirdIAMT1)
    }
  }

  private static func humidity(
    _ bytes: RawSpan, at offset: Int, in subject: DecodeError.Subject
  ) throws(DecodeError) -> Double? {
    let percent = bytes.uint16BigEndian(at: offset)?.value(per: 10)
    if let percent, percent > 100 { throw DecodeError(.implausible(.relativeHumidityPercent), in: subject) }
    return percent
  }

  private static func celsius(tenths: Double, isFahrenheit: Bool) -> Double {
    isFahrenheit ? (tenths / 10 - 32) * 5 / 9 : tenths / 10
  }

  /// Values that air cannot have: one of them means that the whole frame was damaged, and so does the last number of the CO2
  /// (`test_parser.py`, corrupt frames). That of another field is no value, and says nothing of the CO2.
  private static func checkLimits(_ reading: Reading, in subject: DecodeError.Subject) throws(DecodeError) {
    func exceeds(_ quantity: Quantity, _ limit: Double) -> Bool { abs(reading.measurements[quantity] ?? 0) > limit }
    if exceeds(.temperatureCelsius, 200) { throw DecodeError(.implausible(.temperatureCelsius), in: subject) }
    if exceeds(.co2PartsPerMillion, 40_000) { throw DecodeError(.implausible(.co2PartsPerMillion), in: subject) }
    if exceeds(.pressureHectopascals, 1_200) { throw DecodeError(.implausible(.pressureHectopascals), in: subject) }
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .inkbirdIAMT1, "INKBIRD IAM-T1", marks: [.company(iamT1), .name("Ink@IAM-T1")],
        advertisesReadings: false,
        accesses: [.subscribe(notifications)], mainQuantity: .co2PartsPerMillion,
        freshness: .seconds(1230),
        plausible: .air.with([.co2PartsPerMillion: 250...9_999]),
        co2Pressure: .unknown("it has a barometer"),
        adviceWithoutReading: .closeInkbird),
      CatalogueEntry(
        .inkbirdIAMT2, "INKBIRD IAM-T2", marks: [.company(iamT2), .name("Ink@IAM-T2")],
        mainQuantity: .co2PartsPerMillion, freshness: .seconds(630),
        plausible: .air.with([.co2PartsPerMillion: 250...9_999]), co2Pressure: .unknown(""),
        adviceWithoutReading: .bringNearerRarelySends),
    ],
    companies: [iamT1, iamT2],
    advertisement: .structure { (key, data) throws(DecodeError) in try reading(advertisement: key, data) },
    characteristics: [notifications],
    value: ValueDecoder { (_, value) throws(DecodeError) in try reading(frame: value) })
}

extension DecodeError.Subject {
  package static let inkbirdIAMT1 = Self("INKBIRD IAM-T1 frame", of: .inkbirdIAMT1)
  package static let inkbirdIAMT2 = Self("INKBIRD IAM-T2 advertisement", of: .inkbirdIAMT2)
}

extension SensorModel {
  package static let inkbirdIAMT1 = SensorModel(8)
  package static let inkbirdIAMT2 = SensorModel(9)
}
