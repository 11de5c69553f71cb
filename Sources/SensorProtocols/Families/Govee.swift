import Readings

/// Govee's air monitors H5140 and H5106: company 0x0001, big-endian (Bluetooth-Devices/govee-ble; theengs/decoder,
/// `H5140_json.h`, `H5106_json.h`; home-assistant/core issue 122889).
///
///     H5140   01 01  n:3  CO2:2  error        n: sign, tenths of °C × 1000 + tenths of %
///     H5106   01 01  n:4                      n: sign, (tenths of °C × 1000 + tenths of %) × 1000 + PM2.5
///
/// H5108 and H5112, thermometers without CO2, send the same number of bytes as an H5140 with the same beginning, with
/// their battery and a zero in place of the CO2: 10 % would be 2,560 ppm. So the name is required; it is in the same
/// advertisement.
enum Govee {
  /// Assigned to Nokia; other makers use it too.
  private static let companyIdentifier: UInt16 = 0x0001

  private static func reading(
    _ data: RawSpan, _ advertisement: RawSpan, _ scanResponse: RawSpan
  ) throws(DecodeError) -> Reading? {
    func isNamed(_ prefix: StaticString) -> Bool {
      AdvertisingData.nameBegins(with: prefix, in: advertisement, scanResponse) == true
    }
    switch data.byteCount {
    case 8 where isNamed("GV5140"): return h5140(data)
    case 6 where isNamed("GVH5106") && data.uint16BigEndian(at: 0) == 0x0101: return h5106(data)
    default: return nil
    }
  }

  private static func h5140(_ data: RawSpan) -> Reading? {
    guard let both = data.uint24BigEndian(at: 2), let error = data.uint8(at: 7) else { return nil }
    var reading = Reading(model: .goveeH5140)
    guard error == 0 else {
      reading.reportsFault = true
      return reading
    }
    if both & 0x7F_FFFF != 0x7F_FFFF {
      fillClimate(&reading, both & 0x7F_FFFF, isNegative: both & 0x80_0000 != 0)
    }
    reading.measurements[.co2PartsPerMillion] = data.uint16BigEndian(at: 5)?.value(absent: 0xFFFF)
    return reading
  }

  /// 999 µg/m³ is the end of its scale, and is reported as it was sent.
  private static func h5106(_ data: RawSpan) -> Reading? {
    guard let all = data.uint32BigEndian(at: 2) else { return nil }
    var reading = Reading(model: .goveeH5106)
    let magnitude = all & 0x7FFF_FFFF
    guard magnitude != 0x7FFF_FFFF else { return reading }
    fillClimate(&reading, magnitude / 1000, isNegative: all & 0x8000_0000 != 0)
    reading.measurements[.pm25MicrogramsPerCubicMetre] = Double(magnitude % 1000)
    return reading
  }

  /// The thousands are tenths of a degree, the rest is tenths of a percent.
  private static func fillClimate(_ reading: inout Reading, _ both: UInt32, isNegative: Bool) {
    let temperature = Double(both / 1000) / 10
    reading.measurements[.temperatureCelsius] = isNegative && temperature > 0 ? -temperature : temperature
    reading.measurements[.relativeHumidityPercent] = Double(both % 1000) / 10
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .goveeH5140, "Govee H5140", marks: [.company(companyIdentifier), .name("GV5140")],
        mainQuantity: .co2PartsPerMillion, freshness: .seconds(120),
        plausible: .air.with([.co2PartsPerMillion: 250...5_000]),
        co2Pressure: .unknown(""),
        adviceWithoutReading: .switchOffAndOn),
      CatalogueEntry(
        .goveeH5106, "Govee H5106", marks: [.company(companyIdentifier), .name("GVH5106")],
        mainQuantity: .pm25MicrogramsPerCubicMetre,
        // Its maker promises a new value every two seconds; two minutes are many lost messages.
        freshness: .seconds(120), plausible: .air,
        adviceWithoutReading: .plugIn),
    ],
    companies: [companyIdentifier],
    advertisement: .everything { (_, data, advertisement, scanResponse, _) throws(DecodeError) in
      try reading(data, advertisement, scanResponse)
    })
}

extension SensorModel {
  package static let goveeH5140 = SensorModel(38)
  package static let goveeH5106 = SensorModel(44)
}
