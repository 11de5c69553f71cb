import Readings

/// Airthings: the advertisement has only the serial number; readings come from a characteristic (little-endian), on the
/// newer Wave Enhance as CBOR.
///
/// After Airthings/airthings-ble and ESPHome's `airthings_wave_*`.
enum Airthings {
  private static let companyIdentifier: UInt16 = 0x0334

  private static func characteristic(_ number: UInt32) -> BluetoothUUID {
    BluetoothUUID(value: 0x0000_0000_ADE7_11E4_89D3_123B_93F7_5CBA | UInt128(number) << 96)
  }
  private static let wavePlus = characteristic(0xB42E_2A68)
  private static let waveMini = characteristic(0xB42E_3B98)
  private static let waveRadon = characteristic(0xB42E_4DCC)
  private static let waveEnhance = characteristic(0xB42E_BC9E)
  private static let waveEnhanceQuestions = characteristic(0xB42E_B73A)
  /// Requests the latest values of a Wave Enhance: the command, two bytes that the answer repeats (any will do, because
  /// only one request is open at a time), and in CBOR the path of the values (airthings-ble, `atom/request.py`).
  private static let latestValues: [UInt8] =
    [0x03, 0x01, 0x4C, 0x57, 0x81, 0xA1, 0x00, 0x6D] + Array("29999/0/31012".utf8)
  private static let fromEnhance: [CatalogueEntry.Access] = [
    .subscribe(waveEnhance), .write(latestValues, to: waveEnhanceQuestions, every: .seconds(300)),
  ]
  /// The first Wave has a characteristic for each average. Its climate values are in those of the Bluetooth SIG (2A6E,
  /// 2A6F).
  private static let firstWaveDay = characteristic(0xB42E_01AA)
  private static let firstWaveLong = characteristic(0xB42E_0A4C)

  /// Manufacturer data: the serial number, whose first four digits identify the model.
  private static func reading(advertisement bytes: RawSpan) throws(DecodeError) -> Reading? {
    guard let serial = bytes.uint32(at: 0) else {
      throw DecodeError(.tooShort(needed: 4, got: bytes.byteCount), in: .airthingsAdvertisement)
    }
    var reading = Reading(model: model(ofSerial: serial))
    reading.serialNumber = serial
    return reading
  }

  private static func model(ofSerial serial: UInt32) -> SensorModel {
    switch serial / 1_000_000 {
    case 2900: .airthingsWave
    case 2920: .airthingsWaveMini
    case 2930: .airthingsWavePlus
    case 2950: .airthingsWaveRadon
    case 3210, 3220: .airthingsWaveEnhance
    case 3250: .airthingsCorentiumHome2
    default: .airthings
    }
  }

  private static func reading(
    of characteristic: BluetoothUUID, _ bytes: RawSpan
  ) throws(DecodeError) -> Reading? {
    switch characteristic {
    case wavePlus: try plus(bytes)
    case waveMini: try mini(bytes)
    case waveRadon: try radon(bytes)
    case firstWaveDay: try first(bytes, .radonBecquerelsPerCubicMetre)
    case firstWaveLong: try first(bytes, .radonLongTermBecquerelsPerCubicMetre)
    default: try enhance(bytes)
    }
  }

  /// In Bq/m³; a higher number means that there is no value (airthings-ble).
  private static let highestRadon: UInt16 = 16_383

  /// 0xFFFF means that there is no value.
  private static func plus(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(16, in: .airthingsReading)
    var reading = Reading(model: .airthingsWavePlus)
    fillRadon(&reading, from: bytes)
    reading.measurements[.pressureHectopascals] = bytes.uint16(at: 10)?.value(per: 50, absent: 0)
    reading.measurements[.co2PartsPerMillion] = bytes.uint16(at: 12)?.value(absent: 0xFFFF)
    reading.measurements[.vocPartsPerBillion] = bytes.uint16(at: 14)?.value(absent: 0xFFFF)
    return reading
  }

  private static func radon(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(10, in: .airthingsReading)
    var reading = Reading(model: .airthingsWaveRadon)
    fillRadon(&reading, from: bytes)
    return reading
  }

  private static func first(_ bytes: RawSpan, _ quantity: Quantity) throws(DecodeError) -> Reading? {
    try bytes.require(2, in: .airthingsReading)
    var reading = Reading(model: .airthingsWave)
    reading.measurements[quantity] = bytes.uint16(at: 0).flatMap { $0 > highestRadon ? nil : Double($0) }
    return reading
  }

  private static func fillRadon(_ reading: inout Reading, from bytes: RawSpan) {
    func radon(at offset: Int) -> Double? { bytes.uint16(at: offset).flatMap { $0 > highestRadon ? nil : Double($0) } }
    reading.measurements[.relativeHumidityPercent] = bytes.uint8(at: 1)?.value(per: 2)
    reading.measurements[.radonBecquerelsPerCubicMetre] = radon(at: 4)
    reading.measurements[.radonLongTermBecquerelsPerCubicMetre] = radon(at: 6)
    reading.measurements[.temperatureCelsius] = bytes.int16(at: 8)?.value(per: 100, absent: -1)
  }

  /// The temperature is in hundredths of a kelvin.
  private static func mini(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(10, in: .airthingsReading)
    var reading = Reading(model: .airthingsWaveMini)
    reading.measurements[.temperatureCelsius] = bytes.uint16(at: 2)?.value(per: 100, absent: 0xFFFF).map { $0 - 273.15 }
    reading.measurements[.pressureHectopascals] = bytes.uint16(at: 4)?.value(per: 50, absent: 0)
    reading.measurements[.relativeHumidityPercent] = bytes.uint16(at: 6)?.value(per: 100, absent: 0xFFFF)
    reading.measurements[.vocPartsPerBillion] = bytes.uint16(at: 8)?.value(absent: 0xFFFF)
    return reading
  }

  /// An answer: `10 01 00 03 45`, two bytes that repeat those of the request, CBOR.
  private static func enhance(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(8, in: .airthingsReading)
    guard bytes.uint32BigEndian(at: 0) == 0x1001_0003, bytes.uint8(at: 4) == 0x45 else { return nil }
    var reading = Reading(model: .airthingsWaveEnhance)
    let isWhole = CBORNumbers.read(bytes, from: 7) { key, value in
      // As in the fields of the older ones.
      guard value != 0xFFFF, value != 0xFFFF_FFFF else { return }
      switch key {
      case CBORNumbers.key("TMP"): reading.measurements[.temperatureCelsius] = value / 100 - 273.15
      case CBORNumbers.key("HUM"): reading.measurements[.relativeHumidityPercent] = value / 100
      case CBORNumbers.key("CO2"): reading.measurements[.co2PartsPerMillion] = value
      case CBORNumbers.key("VOC"): reading.measurements[.vocPartsPerBillion] = value
      case CBORNumbers.key("PRS"): reading.measurements[.pressureHectopascals] = value > 0 ? value / 6_400 : nil
      case CBORNumbers.key("NOI"): reading.measurements[.soundDecibels] = value
      case CBORNumbers.key("LUX"): reading.measurements[.illuminanceLux] = value
      case CBORNumbers.key("R24"): reading.measurements[.radonBecquerelsPerCubicMetre] = value
      case CBORNumbers.key("R30D"): reading.measurements[.radonLongTermBecquerelsPerCubicMetre] = value
      case CBORNumbers.key("BAT"): reading.measurements[.batteryMillivolts] = value
      default: break
      }
    }
    // A Corentium Home 2 answers in the same form and has radon instead of CO2.
    if reading.measurements[.radonBecquerelsPerCubicMetre] != nil { reading.model = .airthingsCorentiumHome2 }
    guard isWhole || !reading.measurements.isEmpty else {
      throw DecodeError(.unexpectedLength(bytes.byteCount), in: .airthingsReading)
    }
    return reading
  }

  /// They measure every five minutes; the battery lasts for years only if they are not read more often.
  private static func entry(
    _ model: SensorModel, _ name: String, _ quantity: Quantity, _ accesses: [CatalogueEntry.Access]
  ) -> CatalogueEntry {
    CatalogueEntry(
      model, name, marks: [.company(companyIdentifier)], advertisesReadings: false, accesses: accesses,
      mainQuantity: quantity, freshness: .seconds(930),
      plausible: .air.with([.co2PartsPerMillion: 250...10_000, .radonBecquerelsPerCubicMetre: 0...16_383]),
      co2Pressure: quantity == .co2PartsPerMillion ? .unknown("it has a barometer") : nil,
      adviceWithoutReading: accesses.isEmpty
        ? .givesNone
        : .closeAirthings)
  }

  static let family = SensorFamily(
    models: [
      entry(
        .airthingsWavePlus, "Airthings Wave Plus", .co2PartsPerMillion, [.read(wavePlus, every: .seconds(300))]),
      entry(
        .airthingsWaveMini, "Airthings Wave Mini", .temperatureCelsius, [.read(waveMini, every: .seconds(300))]),
      entry(
        .airthingsWaveRadon, "Airthings Wave Radon", .radonBecquerelsPerCubicMetre,
        [.read(waveRadon, every: .seconds(300))]),
      entry(.airthingsWaveEnhance, "Airthings Wave Enhance", .co2PartsPerMillion, fromEnhance),
      entry(
        .airthingsCorentiumHome2, "Airthings Corentium Home 2", .radonBecquerelsPerCubicMetre, fromEnhance),
      entry(
        .airthingsWave, "Airthings Wave", .radonBecquerelsPerCubicMetre,
        [.read(firstWaveDay, every: .seconds(300)), .read(firstWaveLong, every: .seconds(3_600))]),
      entry(.airthings, "Airthings", .radonBecquerelsPerCubicMetre, []),
    ],
    companies: [companyIdentifier],
    advertisement: .structure { (_, data) throws(DecodeError) in try reading(advertisement: data) },
    characteristics: [wavePlus, waveMini, waveRadon, waveEnhance, firstWaveDay, firstWaveLong],
    value: ValueDecoder { (characteristic, value) throws(DecodeError) in try reading(of: characteristic, value) })
}

extension DecodeError.Subject {
  package static let airthingsAdvertisement = Self("Airthings advertisement", of: nil)
  package static let airthingsReading = Self("Airthings reading", of: nil)
}

extension SensorModel {
  /// Airthings Wave Plus: CO2, radon, VOC, climate.
  package static let airthingsWavePlus = SensorModel(48)
  package static let airthingsWaveMini = SensorModel(49)
  package static let airthingsWaveRadon = SensorModel(50)
  /// Airthings Wave Enhance: CO2, VOC, climate, light, sound.
  package static let airthingsWaveEnhance = SensorModel(51)
  package static let airthingsWave = SensorModel(53)
  package static let airthingsCorentiumHome2 = SensorModel(54)
  /// Another Airthings; only its serial number is known.
  package static let airthings = SensorModel(52)
}
