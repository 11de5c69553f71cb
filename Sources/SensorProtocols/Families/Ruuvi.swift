import Glibc
import Readings

/// Ruuvi Air and RuuviTag: company 0x0499, a format byte, big-endian fields (docs.ruuvi.com, `ruuvi.endpoints.c`).
enum Ruuvi {
  private static let companyIdentifier: UInt16 = 0x0499

  private static func reading(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    guard let format = bytes.uint8(at: 0) else { throw DecodeError(.unexpectedLength(0), in: .ruuvi) }
    switch format {
    case 0x03: return try rawFormat1(bytes)
    case 0x05: return try rawFormat2(bytes)
    case 0x06: return try airLegacy(bytes)
    case 0xE1:
      try bytes.require(40, in: .ruuvi)
      return try airExtended(bytes)
    default: throw DecodeError(.unknownFormat(format), in: .ruuvi)
    }
  }

  /// Format 6, 20 bytes, which fits into an advertisement of Bluetooth 4. The lowest bits of VOC, NOx and sound are in
  /// the flags.
  private static func airLegacy(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(20, in: .ruuvi)
    guard let flags = bytes.uint8(at: 16) else { return nil }
    var reading = Reading(model: .ruuviAir)
    fillClimate(&reading, from: bytes)
    reading.measurements[.pm25MicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 7)?.value(per: 10, absent: 0xFFFF)
    reading.measurements[.co2PartsPerMillion] = bytes.uint16BigEndian(at: 9)?.value(absent: 0xFFFF)
    reading.measurements[.vocIndex] = nineBits(bytes.uint8(at: 11), flags, bit: 6)
    reading.measurements[.noxIndex] = nineBits(bytes.uint8(at: 12), flags, bit: 7)
    reading.measurements[.illuminanceLux] = bytes.uint8(at: 13).flatMap(lux(ofCode:))
    reading.measurements[.soundDecibels] = nineBits(bytes.uint8(at: 14), flags, bit: 4).map { $0 / 5 + 18 }
    reading.counter = bytes.uint8(at: 15).map { UInt32($0) }
    reading.isCalibrating = flags & 0x01 != 0
    return reading
  }

  /// Format E1, 40 bytes, in extended advertisements of Bluetooth 5.
  static func airExtended(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    // The last bytes are the address, which a record of the history omits.
    try bytes.require(34, in: .ruuvi)
    guard let flags = bytes.uint8(at: 28) else { return nil }
    var reading = Reading(model: .ruuviAir)
    fillClimate(&reading, from: bytes)
    reading.measurements[.pm1MicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 7)?.value(per: 10, absent: 0xFFFF)
    reading.measurements[.pm25MicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 9)?.value(per: 10, absent: 0xFFFF)
    reading.measurements[.pm4MicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 11)?.value(per: 10, absent: 0xFFFF)
    reading.measurements[.pm10MicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 13)?.value(per: 10, absent: 0xFFFF)
    reading.measurements[.co2PartsPerMillion] = bytes.uint16BigEndian(at: 15)?.value(absent: 0xFFFF)
    reading.measurements[.vocIndex] = nineBits(bytes.uint8(at: 17), flags, bit: 6)
    reading.measurements[.noxIndex] = nineBits(bytes.uint8(at: 18), flags, bit: 7)
    reading.measurements[.illuminanceLux] = bytes.uint24BigEndian(at: 19)?.value(per: 100, absent: 0xFF_FFFF)
    reading.counter = bytes.uint24BigEndian(at: 25).flatMap { $0 == 0xFF_FFFF ? nil : $0 }
    reading.isCalibrating = flags & 0x01 != 0
    return reading
  }

  private static func fillClimate(_ reading: inout Reading, from bytes: RawSpan) {
    // 7FFF, 163.835 °C, is the highest value of the maker's own examples, and no number for "no value".
    reading.measurements[.temperatureCelsius] = bytes.int16BigEndian(at: 1).flatMap {
      $0 == .min ? nil : Double($0) / 200
    }
    reading.measurements[.relativeHumidityPercent] = bytes.uint16BigEndian(at: 3)?.value(per: 400, absent: 0xFFFF)
    reading.measurements[.pressureHectopascals] = pressure(bytes.uint16BigEndian(at: 5))
  }

  /// Nine bits; all of them are set if there is no value.
  private static func nineBits(_ high: UInt8?, _ flags: UInt8, bit: UInt8) -> Double? {
    guard let high else { return nil }
    let value = UInt16(high) << 1 | UInt16(flags >> bit & 1)
    return value == 511 ? nil : Double(value)
  }

  /// A logarithmic scale whose last code, 254, is 65535 lux.
  private static func lux(ofCode code: UInt8) -> Double? {
    guard code != 0xFF else { return nil }
    return (exp(Double(code) * log(65_536.0) / 254) - 1).rounded()
  }

  /// Pascals above 50,000.
  private static func pressure(_ raw: UInt16?, absent: UInt16? = nil) -> Double? {
    raw?.value(absent: absent).map { ($0 + 50_000) / 100 }
  }

  /// Format 5, 24 bytes.
  private static func rawFormat2(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(18, in: .ruuvi)
    var reading = Reading(model: .ruuviTag)
    fillClimate(&reading, from: bytes)
    // Eleven bits of voltage above 1600 mV, then five of transmission power.
    reading.measurements[.batteryMillivolts] = bytes.uint16BigEndian(at: 13).flatMap {
      $0 >> 5 == 2047 ? nil : Double($0 >> 5) + 1600
    }
    reading.counter = bytes.uint16BigEndian(at: 16).flatMap { $0 == 0xFFFF ? nil : UInt32($0) }
    return reading
  }

  /// Format 3, 14 bytes, from old firmware. The temperature has a separate sign bit, and a byte for its hundredths. A tag
  /// without its climate sensor sends 0 for what it does not have (ruuvitag_fw, issues 156 and 158): a pressure of 0
  /// would be 500 hPa, that of 18,289 ft.
  private static func rawFormat1(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(14, in: .ruuvi)
    guard let humidity = bytes.uint8(at: 1), let degrees = bytes.uint8(at: 2), let hundredths = bytes.uint8(at: 3)
    else { return nil }
    var reading = Reading(model: .ruuviTag)
    reading.measurements[.relativeHumidityPercent] = humidity.value(per: 2, absent: 0)
    reading.measurements[.pressureHectopascals] = pressure(bytes.uint16BigEndian(at: 4), absent: 0)
    reading.measurements[.batteryMillivolts] = bytes.uint16BigEndian(at: 12)?.value(absent: 0)
    let magnitude = Double(degrees & 0x7F) + Double(hundredths) / 100
    let isPresent = magnitude > 0 || reading.measurements[.pressureHectopascals] != nil
    // Its scale ends at 127.99 °C.
    if isPresent, hundredths < 100, magnitude < 127.99 {
      reading.measurements[.temperatureCelsius] = degrees & 0x80 != 0 ? -magnitude : magnitude
    }
    return reading
  }

  /// Its firmware passes to the sensor inside, a Sensirion SEN66, the pressure of its own barometer, a DPS310, with every
  /// measurement, if that is from 700 to 1200 hPa.
  private static let co2Pressure = CO2Pressure(
    rule: .corrects, source: "github.com/ruuvi/ruuvi.air.main, src/sensors.c at 7655210 (from 700 hPa, 9,900 ft)")

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .ruuviAir, "Ruuvi Air", marks: [.company(companyIdentifier)], mainQuantity: .co2PartsPerMillion,
        freshness: .seconds(60), plausible: .air.with([.illuminanceLux: 0...150_000, .soundDecibels: 18...120]),
        countsMeasurements: true, co2Pressure: co2Pressure,
        adviceWithoutReading: .waitForWarmUp),
      CatalogueEntry(
        .ruuviTag, "RuuviTag", marks: [.company(companyIdentifier)], mainQuantity: .temperatureCelsius,
        freshness: .seconds(60), plausible: .air.with([.batteryMillivolts: 1_600...3_646]),
        // Below 0 °C a lithium cell gives less voltage and is not yet empty (Ruuvi Station's limit there).
        countsMeasurements: true, lowBatteryMillivolts: 2_300,
        adviceWithoutReading: .replaceBattery),
    ],
    companies: [companyIdentifier],
    advertisement: .structure { (_, data) throws(DecodeError) in try reading(data) })
}

extension DecodeError.Subject {
  package static let ruuvi = Self("Ruuvi advertisement", of: nil)
}

extension SensorModel {
  /// Ruuvi Air: CO2, particles, VOC, NOx, climate, light, sound.
  package static let ruuviAir = SensorModel(40)
  package static let ruuviTag = SensorModel(41)
}

/// A packet of a Ruuvi Air's stored history, notified by its Nordic UART service (docs.ruuvi.com, log read of Air):
/// `3B 3B 20 [records] 26`, then records of 38 bytes: the time and a measurement in format E1 without the address.
package struct RuuviHistory: Sendable, Equatable {
  package struct Record: Sendable, Equatable {
    /// When it was measured, seconds since 1970.
    package let unixSeconds: UInt32
    package let reading: Reading
  }

  /// The measurements; empty at the end of the history.
  package let records: [Record]

  /// The transmitting characteristic of the Nordic UART service, which devices of other makers have too.
  private static let characteristic = BluetoothUUID(value: 0x6E40_0003_B5A3_F393_E0A9_E50E_24DC_CA9E)
  private static let header = 5
  private static let recordLength = 38

  /// Returns `nil` if the value is not such a packet.
  init?(characteristic: BluetoothUUID, value bytes: RawSpan) throws(DecodeError) {
    guard characteristic == Self.characteristic, bytes.uint16BigEndian(at: 0) == 0x3B3B, bytes.uint8(at: 2) == 0x20
    else { return nil }
    guard let count = bytes.uint8(at: 3), let length = bytes.uint8(at: 4) else {
      throw DecodeError(.tooShort(needed: Self.header, got: bytes.byteCount), in: .ruuvi)
    }
    guard Int(length) == Self.recordLength else { throw DecodeError(.unexpectedLength(Int(length)), in: .ruuvi) }
    try bytes.require(Self.header + Int(count) * Self.recordLength, in: .ruuvi)
    var records: [Record] = []
    for index in 0..<Int(count) {
      let start = Self.header + index * Self.recordLength
      let body = bytes.extracting(start + 4..<start + Self.recordLength)
      guard let time = bytes.uint32BigEndian(at: start), let format = body.uint8(at: 0) else { break }
      guard format == 0xE1 else { throw DecodeError(.unknownFormat(format), in: .ruuvi) }
      if let reading = try Ruuvi.airExtended(body) { records.append(Record(unixSeconds: time, reading: reading)) }
    }
    self.records = records
  }
}
