import Readings

/// SAF Tehnika Aranet4: a CO2 monitor whose advertisements carry its reading where its owner allows that.
///
/// Layout after Anrijs/Aranet4-Python (`client.py`, `docs/UUIDs.md`), Anrijs/Aranet4-ESP32 and the vendor's own Homey
/// app. All numbers are little-endian. In a reading, offsets count from its first byte:
///
/// | offset | field | scale | absent |
/// |---|---|---|---|
/// | 0, u16 | CO2, ppm | 1 | bit 15 |
/// | 2, u16 | temperature, °C | 1/20 | bit 14; bit 15 would be 1638 °C and more |
/// | 4, u16 | pressure, hPa | 1/10 | bit 15 |
/// | 6, u8 | relative humidity, % | 1 | above 100 |
/// | 7, u8 | battery, % | 1 | above 100 |
/// | 8, u8 | status 0 none, 1 green, 2 yellow, 3 red | | |
/// | 9, u16 | interval, s | 1 | |
/// | 11, u16 | age, s | 1 | |
///
/// The "absent" bits are set during a calibration, when the sensor takes no measurement. No flag is known for the
/// one-byte fields; more than 100 % can never be right.
enum Aranet4 {
  /// SAF Tehnika's company identifier in manufacturer specific data.
  static let companyIdentifier: UInt16 = 0x0702

  /// "Current readings", 9 bytes.
  static let currentReadings = BluetoothUUID(value: 0xF0CD_1503_95DA_4F4B_9AC8_AA55_D312_AF0C)
  /// "Current readings" with interval and age, 13 bytes.
  static let currentReadingsDetailed = BluetoothUUID(value: 0xF0CD_3001_95DA_4F4B_9AC8_AA55_D312_AF0C)

  /// Lengths of an Aranet4's manufacturer data: without a reading 7 bytes (8 in Home Assistant's fixtures), with one
  /// 22, of which the last is the counter; firmware to come may add bytes. The other Aranet models send 24 bytes that
  /// begin with their type, 1 to 3. A passive scan has no names, so the length is what tells them apart
  /// (Aranet4-Python, PR 35).
  private static let lengthsWithoutReading = 7...8
  private static let shortestWithReading = 21
  private static let lengthOfOtherModels = 24
  private static let typesOfOtherModels: ClosedRange<UInt8> = 1...3
  private static let readingOffset = 8

  /// Decodes manufacturer specific data, the company identifier already taken off.
  ///
  /// The bytes of a reading count only where bit 5 of the flags says that its owner allows it. `nil`: another model.
  static func reading(manufacturerData bytes: RawSpan) throws(DecodeError) -> Reading? {
    guard let flags = bytes.uint8(at: 0) else {
      throw DecodeError(.unexpectedLength(0), in: .aranet4Advertisement)
    }
    if bytes.byteCount == lengthOfOtherModels, typesOfOtherModels.contains(flags) { return nil }
    guard lengthsWithoutReading.contains(bytes.byteCount) || bytes.byteCount >= shortestWithReading,
      let patch = bytes.uint8(at: 1), let minor = bytes.uint8(at: 2),
      let major = bytes.uint16(at: 3)
    else { throw DecodeError(.unexpectedLength(bytes.byteCount), in: .aranet4Advertisement) }
    var reading = Reading(model: .aranet4)
    let integrationsEnabled = flags & 0x20 != 0
    reading.device = DeviceState(
      isDisconnected: flags & 0x01 != 0, calibration: Calibration(rawValue: flags >> 2 & 3) ?? .error,
      isInFirmwareUpdate: flags & 0x10 != 0, integrationsEnabled: integrationsEnabled,
      firmware: FirmwareVersion(major: major, minor: minor, patch: patch))
    if integrationsEnabled, bytes.byteCount >= shortestWithReading {
      let body = bytes.extracting(droppingFirst: readingOffset)
      fill(&reading, from: body)
      reading.counter = body.uint8(at: 13)
    }
    return reading
  }

  /// Decodes the value of one of the two "current readings" characteristics.
  static func reading(currentReadings bytes: RawSpan, isDetailed: Bool) throws(DecodeError) -> Reading? {
    let needed = isDetailed ? 13 : 9
    guard bytes.holds(needed, at: 0) else {
      throw DecodeError(.tooShort(needed: needed, got: bytes.byteCount), in: .aranet4CurrentReadings)
    }
    var reading = Reading(model: .aranet4)
    fill(&reading, from: bytes.extracting(first: needed))
    return reading
  }

  private static func fill(_ reading: inout Reading, from body: RawSpan) {
    func word(at offset: Int, absentBits: UInt16) -> Double? {
      guard let raw = body.uint16(at: offset), raw & absentBits == 0 else { return nil }
      return Double(raw)
    }
    func percent(at offset: Int) -> Double? {
      guard let raw = body.uint8(at: offset), raw <= 100 else { return nil }
      return Double(raw)
    }
    reading.measurements[.co2PartsPerMillion] = word(at: 0, absentBits: 0x8000)
    reading.measurements[.temperatureCelsius] = word(at: 2, absentBits: 0xC000).map { $0 / 20 }
    reading.measurements[.pressureHectopascals] = word(at: 4, absentBits: 0x8000).map { $0 / 10 }
    reading.measurements[.relativeHumidityPercent] = percent(at: 6)
    reading.measurements[.batteryPercent] = percent(at: 7)
    reading.status = body.uint8(at: 8).flatMap(AirStatus.init(rawValue:))
    reading.intervalSeconds = body.uint16(at: 9)
    reading.ageSeconds = body.uint16(at: 11)
  }
}
