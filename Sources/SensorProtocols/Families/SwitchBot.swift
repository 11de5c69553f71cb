import Readings

/// SwitchBot's meters: manufacturer data 0x0969, and service data 0xFD3D (0x0D00 in old firmware), mostly in the scan
/// response.
///
///     service data       type  -  battery:7                      Meter, Meter Plus also: a b c
///     manufacturer data  address:6  sequence  -  a b c           Meter Pro CO2 also: -  -  CO2:2, big-endian
///     a b c              tenths:4 low bits   sign:1 whole °C:7   °F shown:1 humidity:7     sign 1: above zero
///
/// After sblibs/pySwitchbot (`adv_parser.py`, `adv_parsers/meter.py`, `test_adv_parser.py`), hnw/switchbotble
/// (`meter_pro.py`), theengs/decoder and OpenWonderLabs/SwitchBotAPI-BLE (`meter.md`, issues 26 and 33).
///
/// All devices of the vendor share both keys, and plugs, relays, locks and a weather station send as many bytes as a
/// meter. Only the type byte of the service data identifies a device, and it is mostly in the scan response; so
/// manufacturer data alone are accepted only from an address that has shown its type before.
enum SwitchBot {
  private static let companyIdentifier: UInt16 = 0x0969
  private static let serviceData: UInt16 = 0xFD3D
  private static let oldServiceData: UInt16 = 0x0D00
  /// The highest CO2 that a Meter Pro CO2 can show; above it, the values are wrong.
  private static let highestCO2: UInt16 = 9_999

  /// The type bytes of the meters. Each type has two codes, which differ in bit 5.
  private static func model(ofType type: UInt8) -> SensorModel? {
    switch type | 0x20 {
    case 0x35: .switchBotMeterProCO2
    case 0x34: .switchBotMeterPro
    case 0x74: .switchBotMeter
    case 0x69: .switchBotMeterPlus
    case 0x77: .switchBotOutdoorMeter
    default: nil
    }
  }

  private static let models: [SensorModel] = [
    .switchBotMeterProCO2, .switchBotMeterPro, .switchBotMeter, .switchBotMeterPlus, .switchBotOutdoorMeter,
  ]

  private struct Service {
    let type: UInt8
    let battery: Double?
  }

  private static func reading(
    _ key: UInt16, _ data: RawSpan, _ advertisement: RawSpan, _ scanResponse: RawSpan, _ hints: DecodingHints
  ) throws(DecodeError) -> Reading? {
    let service = service(in: advertisement) ?? service(in: scanResponse)
    let known = hints.knownAs.flatMap { models.contains($0) ? $0 : nil }
    guard let model = service.map({ self.model(ofType: $0.type) }) ?? known else { return nil }
    var reading = Reading(model: model)
    reading.measurements[.batteryPercent] = service?.battery
    guard key == companyIdentifier else {
      // If manufacturer data are there too, they hold the values, and this battery is added to them.
      guard !hasManufacturerData(advertisement), !hasManufacturerData(scanResponse) else { return nil }
      if model == .switchBotMeter || model == .switchBotMeterPlus, data.holds(3, at: 3) {
        fill(&reading, data, at: 3)
      }
      return reading
    }
    try data.require(11, in: .switchBot)
    if model == .switchBotMeterProCO2, service?.battery == nil {
      reading.measurements[.batteryPercent] = data.uint8(at: 7).map { Double($0 & 0x7F) }
    }
    if fill(&reading, data, at: 8), model == .switchBotMeterProCO2 {
      reading.measurements[.co2PartsPerMillion] = data.uint16BigEndian(at: 13).flatMap {
        $0 > highestCO2 ? nil : Double($0)
      }
    }
    return reading
  }

  /// - Returns: whether there are values. 0 °C at 0 % is what a meter sends before its first measurement (pySwitchbot).
  @discardableResult
  private static func fill(_ reading: inout Reading, _ data: RawSpan, at offset: Int) -> Bool {
    guard let tenths = data.uint8(at: offset), let degrees = data.uint8(at: offset + 1),
      let humidity = data.uint8(at: offset + 2)
    else { return false }
    // Tenths beyond 9 are no number.
    guard tenths & 0x0F < 10 else { return false }
    let magnitude = Double(degrees & 0x7F) + Double(tenths & 0x0F) / 10
    guard magnitude > 0 || humidity & 0x7F != 0 else { return false }
    if degrees & 0x7F != 0x7F {
      // A zero without the sign is 0, not -0.
      reading.measurements[.temperatureCelsius] = degrees & 0x80 != 0 || magnitude == 0 ? magnitude : -magnitude
    }
    reading.measurements[.relativeHumidityPercent] = Double(humidity & 0x7F)
    return true
  }

  private static func service(in structures: RawSpan) -> Service? {
    func find(_ key: UInt16) -> Range<Int>? {
      AdvertisingData.find(type: AdvertisingData.serviceData16, key: key, in: structures)
    }
    guard let range = find(serviceData) ?? find(oldServiceData), let type = structures.uint8(at: range.lowerBound),
      range.count >= 1
    else { return nil }
    // Bit 7 of the type means that the rest is encrypted for the vendor; it is not part of the type.
    let battery = range.count >= 3 ? structures.uint8(at: range.lowerBound + 2) : nil
    return Service(type: type & 0x7F, battery: battery.map { Double($0 & 0x7F) })
  }

  private static func hasManufacturerData(_ structures: RawSpan) -> Bool {
    AdvertisingData.find(
      type: AdvertisingData.manufacturerSpecificData, key: companyIdentifier, in: structures) != nil
  }

  /// A meter without CO2. It measures every four seconds (support.switch-bot.com, article 360049008973) and advertises
  /// all the time; two minutes are many lost messages.
  private static func climate(_ model: SensorModel, _ name: String) -> CatalogueEntry {
    CatalogueEntry(
      model, name,
      marks: [
        .company(companyIdentifier), .serviceData(serviceData), .serviceData(oldServiceData),
      ],
      mainQuantity: .temperatureCelsius, freshness: .seconds(120), plausible: .air,
      mustShowKind: true,
      adviceWithoutReading: .bringNearerKindInScanResponse)
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .switchBotMeterProCO2, "SwitchBot Meter Pro CO2",
        marks: [.company(companyIdentifier), .serviceData(serviceData)], mainQuantity: .co2PartsPerMillion,
        // It measures every 30 minutes on battery and every minute on a cable.
        freshness: .seconds(1_830), plausible: .air.with([.co2PartsPerMillion: 250...9_999]), mustShowKind: true,
        co2Pressure: .unknown(""),
        adviceWithoutReading: .powerByCable),
      climate(.switchBotMeterPro, "SwitchBot Meter Pro"),
      climate(.switchBotMeter, "SwitchBot Meter"),
      climate(.switchBotMeterPlus, "SwitchBot Meter Plus"),
      climate(.switchBotOutdoorMeter, "SwitchBot Indoor/Outdoor Meter"),
    ],
    companies: [companyIdentifier], serviceData: [serviceData, oldServiceData],
    advertisement: .everything { (key, data, advertisement, scanResponse, hints) throws(DecodeError) in
      try reading(key, data, advertisement, scanResponse, hints)
    })
}

extension DecodeError.Subject {
  package static let switchBot = Self("SwitchBot meter's advertisement", of: nil)
}

extension SensorModel {
  /// SwitchBot Meter Pro CO2: CO2, temperature, humidity.
  package static let switchBotMeterProCO2 = SensorModel(36)
  package static let switchBotMeterPro = SensorModel(37)
  package static let switchBotMeter = SensorModel(39)
  package static let switchBotMeterPlus = SensorModel(42)
  package static let switchBotOutdoorMeter = SensorModel(43)
}
