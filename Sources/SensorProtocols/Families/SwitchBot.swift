import Readings

/// SwitchBot Meter Pro CO2: manufacturer data 0x0969, and service data 0xFD3D in its scan response.
///
/// After sblibs/pySwitchbot (`adv_parser.py`, `adv_parsers/meter.py`, `test_adv_parser.py`) and hnw/switchbotble
/// (`meter_pro.py`).
///
/// All devices of the vendor share both keys, and plugs, relays, locks and a weather station send as many bytes as a
/// Meter Pro CO2. Only the type byte of the service data identifies a device, and it is in the scan response; so
/// manufacturer data alone are accepted only from an address that has shown that type before.
enum SwitchBot {
  private static let companyIdentifier: UInt16 = 0x0969
  private static let serviceData: UInt16 = 0xFD3D
  /// The type bytes of the Meter Pro CO2 in its service data: "5", and the same with bit 5 clear, because each of the
  /// vendor's types has two codes.
  private static let meterProCO2: [UInt8] = [0x35, 0x15]
  /// The highest CO2 that it can show; above it, the values are wrong.
  private static let highestCO2: UInt16 = 9_999

  private static func reading(
    _ key: UInt16, _ data: RawSpan, _ advertisement: RawSpan, _ scanResponse: RawSpan, _ hints: DecodingHints
  ) throws(DecodeError) -> Reading? {
    let service = serviceBytes(in: advertisement) ?? serviceBytes(in: scanResponse)
    let isMeterProCO2 =
      service.map { meterProCO2.contains($0.type) } ?? (hints.knownAs == .switchBotMeterProCO2)
    guard isMeterProCO2 else { return nil }
    if key == serviceData {
      // If manufacturer data are there too, they include the battery.
      guard let service, !hasManufacturerData(advertisement), !hasManufacturerData(scanResponse) else { return nil }
      var reading = Reading(model: .switchBotMeterProCO2)
      reading.measurements[.batteryPercent] = service.battery
      return reading
    }
    try data.require(11, in: .switchBot)
    guard let tenths = data.uint8(at: 8), let degrees = data.uint8(at: 9), let humidity = data.uint8(at: 10) else {
      return nil
    }
    var reading = Reading(model: .switchBotMeterProCO2)
    reading.measurements[.batteryPercent] = service?.battery ?? data.uint8(at: 7).map { Double($0 & 0x7F) }
    // 0 °C at 0 % is what it sends before its first measurement (pySwitchbot).
    guard tenths & 0x0F != 0 || degrees & 0x7F != 0 || humidity & 0x7F != 0 else { return reading }
    let magnitude = Double(degrees & 0x7F) + Double(tenths & 0x0F) / 10
    reading.measurements[.temperatureCelsius] = degrees & 0x80 != 0 ? magnitude : -magnitude
    reading.measurements[.relativeHumidityPercent] = Double(humidity & 0x7F)
    reading.measurements[.co2PartsPerMillion] = data.uint16BigEndian(at: 13).flatMap {
      $0 > highestCO2 ? nil : Double($0)
    }
    return reading
  }

  private static func serviceBytes(in structures: RawSpan) -> (type: UInt8, battery: Double?)? {
    guard
      let range = AdvertisingData.find(type: AdvertisingData.serviceData16, key: serviceData, in: structures),
      range.count >= 1, let type = structures.uint8(at: range.lowerBound)
    else { return nil }
    // Bit 7 of the type means that the rest is encrypted for the vendor; it is not part of the type.
    let battery = range.count >= 3 ? structures.uint8(at: range.lowerBound + 2) : nil
    return (type & 0x7F, battery.map { Double($0 & 0x7F) })
  }

  private static func hasManufacturerData(_ structures: RawSpan) -> Bool {
    AdvertisingData.find(
      type: AdvertisingData.manufacturerSpecificData, key: companyIdentifier, in: structures) != nil
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .switchBotMeterProCO2, "SwitchBot Meter Pro CO2",
        marks: [.company(companyIdentifier), .serviceData(serviceData)], mainQuantity: .co2PartsPerMillion,
        // It measures every 30 minutes on battery and every minute on a cable.
        freshness: .seconds(1_830), plausible: .air.with([.co2PartsPerMillion: 250...9_999]), mustShowKind: true,
        co2Pressure: .unknown(""),
        adviceWithoutReading: "Power it by its cable: on battery it measures CO2 every half hour.")
    ],
    companies: [companyIdentifier], serviceData: [serviceData],
    advertisement: .everything { (key, data, advertisement, scanResponse, hints) throws(DecodeError) in
      try reading(key, data, advertisement, scanResponse, hints)
    })
}

extension DecodeError.Subject {
  package static let switchBot = Self("SwitchBot Meter Pro CO2 advertisement", of: .switchBotMeterProCO2)
}

extension SensorModel {
  /// SwitchBot Meter Pro CO2: CO2, temperature, humidity.
  package static let switchBotMeterProCO2 = SensorModel(36)
}
