import Readings

/// SAF Tehnika's Aranet sensors, whose advertisements carry a reading if the owner has allowed it: Aranet4 (CO2),
/// Aranet2 (temperature and humidity), Aranet Radiation and Aranet Radon.
///
/// Layouts after Anrijs/Aranet4-Python (`client.py`, `docs/UUIDs.md`, PR 35), Anrijs/Aranet4-ESP32 and the vendor's own
/// Homey app. All numbers are little-endian. An Aranet4's reading, offsets from its first byte:
///
/// | offset | field | scale | absent |
/// |---|---|---|---|
/// | 0, u16 | CO2, ppm | 1 | bit 15 |
/// | 2, u16 | temperature, °C | 1/20 | bit 14; bit 15 would be 1638 °C and more |
/// | 4, u16 | pressure, hPa | 1/10 | bit 15; 0 |
/// | 6, u8 | relative humidity, % | 1 | above 100 |
/// | 7, u8 | battery, % | 1 | above 100 |
/// | 8, u8 | status 0 none, 1 green, 2 yellow, 3 red | | |
/// | 9, u16 | interval, s | 1 | |
/// | 11, u16 | age, s | 1 | |
///
/// The "absent" bits are set during a calibration, when the sensor takes no measurement. No flag is known for the
/// one-byte fields; more than 100 % can never be right.
enum Aranet {
  /// SAF Tehnika's company identifier in manufacturer specific data.
  static let companyIdentifier: UInt16 = 0x0702

  /// A characteristic of the vendor's own service.
  static func characteristic(_ number: UInt16) -> BluetoothUUID {
    BluetoothUUID(value: 0xF0CD_0000_95DA_4F4B_9AC8_AA55_D312_AF0C | UInt128(number) << 96)
  }

  /// An Aranet4's "current readings", 9 bytes.
  static let currentReadings = characteristic(0x1503)
  /// An Aranet4's "current readings" with interval and age, 13 bytes.
  static let currentReadingsDetailed = characteristic(0x3001)
  static let otherCurrentReadings = characteristic(0x1504)

  /// Lengths of an Aranet4's manufacturer data: 7 bytes without a reading (8 in Home Assistant's fixtures), 22 with
  /// one, of which the last is the counter; future firmware may add bytes. The other models send 24 bytes that begin
  /// with their type. A passive scan receives no names, so the length identifies the model: data as long as an
  /// Aranet4's come from one; otherwise the first byte decides (Aranet4-Python, PR 35).
  private static let lengthsWithoutReading = 7...8
  private static let shortestWithReading = 21
  private static let lengthWithReading = 22
  /// The length without the counter.
  private static let shortestOfOtherModels = 23
  private static let readingOffset = 8

  /// Decodes manufacturer specific data without the company identifier.
  ///
  /// The values count only if bit 5 of the flags says that the owner allows it.
  static func reading(manufacturerData bytes: RawSpan) throws(DecodeError) -> Reading? {
    guard let first = bytes.uint8(at: 0) else { throw DecodeError(.unexpectedLength(0), in: .aranet4Advertisement) }
    let isLikeAranet4 = lengthsWithoutReading.contains(bytes.byteCount) || bytes.byteCount == lengthWithReading
    if !isLikeAranet4, let model = OtherModel(inAdvertisement: first) {
      try bytes.require(shortestOfOtherModels, in: .aranet4Advertisement)
      return other(model, advertisement: bytes)
    }
    guard lengthsWithoutReading.contains(bytes.byteCount) || bytes.byteCount >= shortestWithReading,
      let device = deviceState(flags: first, versionAt: 1, in: bytes)
    else { throw DecodeError(.unexpectedLength(bytes.byteCount), in: .aranet4Advertisement) }
    var reading = Reading(model: .aranet4)
    reading.device = device
    if device.integrationsEnabled, bytes.byteCount >= shortestWithReading {
      let body = bytes.extracting(droppingFirst: readingOffset)
      fill(&reading, from: body)
      reading.counter = body.uint8(at: 13).map { UInt32($0) }
    }
    return reading
  }

  /// Decodes the value of one of an Aranet4's two "current readings" characteristics.
  static func reading(currentReadings bytes: RawSpan, isDetailed: Bool) throws(DecodeError) -> Reading? {
    let needed = isDetailed ? 13 : 9
    try bytes.require(needed, in: .aranet4CurrentReadings)
    var reading = Reading(model: .aranet4)
    fill(&reading, from: bytes.extracting(first: needed))
    return reading
  }

  /// Flags: bit 0 no client is connected, bits 2 and 3 calibration, bit 4 firmware update, bit 5 integrations.
  /// (Shelly's script reads the calibration from bits 1 and 2; the vendor's clients and captures show 2 and 3.)
  private static func deviceState(flags: UInt8, versionAt offset: Int, in bytes: RawSpan) -> DeviceState? {
    guard let patch = bytes.uint8(at: offset), let minor = bytes.uint8(at: offset + 1),
      let major = bytes.uint16(at: offset + 2)
    else { return nil }
    return DeviceState(
      isDisconnected: flags & 0x01 != 0, calibration: Calibration(rawValue: flags >> 2 & 3) ?? .error,
      isInFirmwareUpdate: flags & 0x10 != 0, integrationsEnabled: flags & 0x20 != 0,
      firmware: FirmwareVersion(major: major, minor: minor, patch: patch))
  }

  private static func fill(_ reading: inout Reading, from body: RawSpan) {
    reading.measurements[.co2PartsPerMillion] = word(body, 0, absentBits: 0x8000)
    reading.measurements[.temperatureCelsius] = temperature(body, 2)
    reading.measurements[.pressureHectopascals] = pressure(body, 4)
    reading.measurements[.relativeHumidityPercent] = body.uint8(at: 6)?.value()
    reading.measurements[.batteryPercent] = body.uint8(at: 7)?.value()
    reading.status = body.uint8(at: 8).flatMap(AirStatus.init(rawValue:))
    reading.intervalSeconds = body.uint16(at: 9)
    reading.ageSeconds = age(body, 11)
  }

  /// The last number of the field is no age: then the value counts as measured when it comes.
  private static func age(_ bytes: RawSpan, _ offset: Int) -> UInt16? {
    bytes.uint16(at: offset).flatMap { $0 == .max ? nil : $0 }
  }

  private static func word(_ bytes: RawSpan, _ offset: Int, absentBits: UInt16) -> Double? {
    guard let raw = bytes.uint16(at: offset), raw & absentBits == 0 else { return nil }
    return Double(raw)
  }

  /// A pressure of 0 is that of no air: there is no value.
  private static func pressure(_ bytes: RawSpan, _ offset: Int) -> Double? {
    word(bytes, offset, absentBits: 0x8000).flatMap { $0 > 0 ? $0 / 10 : nil }
  }

  private static func temperature(_ bytes: RawSpan, _ offset: Int) -> Double? {
    word(bytes, offset, absentBits: 0xC000).map { $0 / 20 }
  }
}

/// Aranet2, Radiation and Radon.
extension Aranet {
  /// The models other than the Aranet4. Advertisements and characteristic 1504 number them differently.
  private enum OtherModel {
    case aranet2, radiation, radon

    init?(inAdvertisement type: UInt8) {
      switch type {
      case 1: self = .aranet2
      case 2: self = .radiation
      case 3: self = .radon
      default: return nil
      }
    }

    /// The first word of characteristic 1504, which uses other numbers.
    init?(inCharacteristic type: UInt16) {
      switch type {
      case 2: self = .aranet2
      case 3: self = .radon
      case 4: self = .radiation
      default: return nil
      }
    }
  }

  /// After the type: flags, patch, minor, major, and from byte 6 on the values of the model.
  private static func other(_ model: OtherModel, advertisement bytes: RawSpan) -> Reading? {
    guard let flags = bytes.uint8(at: 1), let device = deviceState(flags: flags, versionAt: 2, in: bytes) else {
      return nil
    }
    var reading = Reading(model: sensorModel(model))
    reading.device = device
    guard device.integrationsEnabled else { return reading }
    switch model {
    case .aranet2:
      reading.measurements[.temperatureCelsius] = temperature(bytes, 10)
      reading.measurements[.relativeHumidityPercent] = word(bytes, 14, absentBits: 0x8000).map { $0 / 10 }
      fillLimits(&reading, from: bytes.uint8(at: 18))
    case .radiation:
      reading.measurements[.radiationTotalNanosieverts] = bytes.uint32(at: 6)?.value()
      reading.measurements[.radiationDurationSeconds] = bytes.uint32(at: 10)?.value()
      // In nSv/h as in Python and Home Assistant; docs/UUIDs.md has a scale of ten here.
      reading.measurements[.radiationNanosievertsPerHour] = bytes.uint16(at: 14)?.value()
      reading.status = bytes.uint8(at: 18).flatMap(AirStatus.init(rawValue:))
    case .radon:
      fillRadon(&reading, from: bytes, climateAt: 10, radon: bytes.uint16(at: 8).map { UInt32($0) })
      reading.status = bytes.uint8(at: 18).flatMap(AirStatus.init(rawValue:))
    }
    reading.measurements[.batteryPercent] = bytes.uint8(at: 17)?.value()
    reading.intervalSeconds = bytes.uint16(at: 19)
    reading.ageSeconds = age(bytes, 21)
    reading.counter = bytes.uint8(at: 23).map { UInt32($0) }
    return reading
  }

  /// Decodes characteristic 1504: type, interval, age and battery, then the values of the model.
  static func reading(otherCurrentReadings bytes: RawSpan) throws(DecodeError) -> Reading? {
    guard let type = bytes.uint16(at: 0) else {
      throw DecodeError(.tooShort(needed: 2, got: bytes.byteCount), in: .aranetCurrentReadings)
    }
    guard let model = OtherModel(inCharacteristic: type) else {
      throw DecodeError(.unknownFormat(UInt8(truncatingIfNeeded: type)), in: .aranetCurrentReadings)
    }
    var reading = Reading(model: sensorModel(model))
    reading.intervalSeconds = bytes.uint16(at: 2)
    reading.ageSeconds = age(bytes, 4)
    reading.measurements[.batteryPercent] = bytes.uint8(at: 6)?.value()
    switch model {
    case .aranet2:
      try bytes.require(12, in: .aranetCurrentReadings)
      reading.measurements[.temperatureCelsius] = temperature(bytes, 7)
      reading.measurements[.relativeHumidityPercent] = word(bytes, 9, absentBits: 0x8000).map { $0 / 10 }
      fillLimits(&reading, from: bytes.uint8(at: 11))
    case .radiation:
      try bytes.require(28, in: .aranetCurrentReadings)
      reading.measurements[.radiationNanosievertsPerHour] = bytes.uint32(at: 7)?.value()
      reading.measurements[.radiationTotalNanosieverts] = dose(bytes, at: 11)
      reading.measurements[.radiationDurationSeconds] = bytes.unsigned(at: 19, count: 8)?.value()
      reading.status = bytes.uint8(at: 27).flatMap(AirStatus.init(rawValue:))
    case .radon:
      try bytes.require(18, in: .aranetCurrentReadings)
      fillRadon(&reading, from: bytes, climateAt: 7, radon: bytes.uint32(at: 13))
      reading.status = bytes.uint8(at: 17).flatMap(AirStatus.init(rawValue:))
      // Averages of 24 hours, 7 and 30 days, each with the time at which it ends. The longest complete one counts.
      for offset in [38, 30, 22] where reading.measurements[.radonLongTermBecquerelsPerCubicMetre] == nil {
        reading.measurements[.radonLongTermBecquerelsPerCubicMetre] = bytes.uint32(at: offset).flatMap {
          $0 >= 0xFF00_0000 ? nil : Double($0)
        }
      }
    }
    return reading
  }

  private static func sensorModel(_ model: OtherModel) -> SensorModel {
    switch model {
    case .aranet2: .aranet2
    case .radiation: .aranetRadiation
    case .radon: .aranetRadon
    }
  }

  /// Bit 63 flags the integral dose in the history; the reading is the same number.
  private static func dose(_ bytes: RawSpan, at offset: Int) -> Double? {
    bytes.unsigned(at: offset, count: 8).flatMap { $0 >> 63 == 0 ? Double($0) : nil }
  }

  /// Radon from 0x1F00 on is a sentinel: an error, no data yet, or too humid. A Radon One has no sensor for temperature
  /// and humidity and sends zeros for both.
  private static func fillRadon(
    _ reading: inout Reading, from bytes: RawSpan, climateAt climate: Int, radon: UInt32?
  ) {
    reading.measurements[.radonBecquerelsPerCubicMetre] = radon.flatMap { $0 >= 0x1F00 ? nil : Double($0) }
    reading.measurements[.pressureHectopascals] = pressure(bytes, climate + 2)
    guard bytes.uint16(at: climate) != 0 || bytes.uint16(at: climate + 4) != 0 else { return }
    reading.measurements[.temperatureCelsius] = temperature(bytes, climate)
    reading.measurements[.relativeHumidityPercent] = word(bytes, climate + 4, absentBits: 0x8000).map { $0 / 10 }
  }

  /// Bits 0 and 1 are the humidity, bits 2 and 3 the temperature.
  private static func fillLimits(_ reading: inout Reading, from status: UInt8?) {
    guard let status else { return }
    reading.humidityStatus = LimitStatus(rawValue: status & 3)
    reading.temperatureStatus = LimitStatus(rawValue: status >> 2 & 3)
  }
}

extension DecodeError.Subject {
  /// An Aranet's manufacturer data.
  package static let aranet4Advertisement = Self("Aranet4 advertisement", of: .aranet4)
  /// An Aranet4's "current readings" characteristics.
  package static let aranet4CurrentReadings = Self("Aranet4 current readings", of: .aranet4)
  /// The "current readings" characteristic of the other models.
  package static let aranetCurrentReadings = Self("Aranet current readings", of: nil)
}

extension SensorModel {
  /// SAF Tehnika Aranet4: CO2, temperature, pressure, humidity.
  package static let aranet4 = SensorModel(1)
  package static let aranet2 = SensorModel(2)
  package static let aranetRadiation = SensorModel(3)
  /// SAF Tehnika Aranet Radon Plus and Radon One.
  package static let aranetRadon = SensorModel(4)
}

extension Aranet {
  /// The service from firmware 1.2.0 on, and the one before it.
  private static let marks: [CatalogueEntry.Mark] = [
    .company(companyIdentifier), .service(BluetoothUUID(0xFCE0)), .service(characteristic(0x1400)),
  ]
  private static let pairing =
    "6-digit PIN on its display; not needed from firmware 1.2.0 on with Smart Home integration switched on"
  /// Its maker, SAF Tehnika, says that it does not use its own barometer for CO2, and names no law. The sensor inside is a
  /// Senseair Sunrise; Senseair's number is that of its S8, as users quote the data sheet.
  private static let co2Pressure = CO2Pressure(
    rule: .uncorrected(.senseair),
    source: "forum.aranet.com/all-about-aranet4/altitude-compensation-1 (calibrated at standard pressure, no use above "
      + "4000 m); forum.airgradient.com/t/2281 (it is a Senseair Sunrise; 1.6 % per kPa of a Senseair S8)")

  private static let advice = SensorAdvice.switchOnSmartHome

  /// An Aranet measures every 1, 2, 5 or 10 minutes and sends this interval with every reading that it advertises.
  private static func entry(
    _ model: SensorModel, _ name: String, _ quantity: Quantity, _ freshness: Duration, read: BluetoothUUID
  ) -> CatalogueEntry {
    CatalogueEntry(
      model, name, marks: marks, accesses: [.read(read, every: .seconds(60))], pairing: pairing, mainQuantity: quantity,
      freshness: freshness,
      plausible: .air.with([
        .co2PartsPerMillion: 250...9_999, .temperatureCelsius: -40...60, .radonBecquerelsPerCubicMetre: 0...7_935,
      ]), co2Pressure: quantity == .co2PartsPerMillion ? co2Pressure : nil, adviceWithoutReading: advice)
  }

  static let family = SensorFamily(
    models: [
      entry(.aranet4, "Aranet4", .co2PartsPerMillion, .seconds(150), read: currentReadingsDetailed),
      entry(.aranet2, "Aranet2", .temperatureCelsius, .seconds(150), read: otherCurrentReadings),
      entry(
        .aranetRadiation, "Aranet Radiation", .radiationNanosievertsPerHour, .seconds(630), read: otherCurrentReadings),
      entry(.aranetRadon, "Aranet Radon", .radonBecquerelsPerCubicMetre, .seconds(1230), read: otherCurrentReadings),
    ],
    companies: [companyIdentifier],
    advertisement: .structure { (_, data) throws(DecodeError) in try reading(manufacturerData: data) },
    characteristics: [currentReadings, currentReadingsDetailed, otherCurrentReadings],
    value: ValueDecoder { (characteristic, value) throws(DecodeError) in
      switch characteristic {
      case currentReadings: try reading(currentReadings: value, isDetailed: false)
      case currentReadingsDetailed: try reading(currentReadings: value, isDetailed: true)
      default: try reading(otherCurrentReadings: value)
      }
    })
}
