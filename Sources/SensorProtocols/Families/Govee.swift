import Readings

/// Govee H5140: company 0x0001, eight bytes: `01 01`, temperature and humidity in one number of 24 bits, CO2, an error
/// flag; big-endian (Bluetooth-Devices/govee-ble, GVH5140; theengs/decoder, `H5140_json.h`).
///
/// H5108 and H5112, thermometers without CO2, send the same number of bytes with the same beginning, with their battery
/// and a zero in place of the CO2: 10 % would be 2,560 ppm. So the name is required; it is in the same advertisement.
enum Govee {
  /// Assigned to Nokia; other makers use it too.
  private static let companyIdentifier: UInt16 = 0x0001

  private static func reading(
    _ data: RawSpan, _ advertisement: RawSpan, _ scanResponse: RawSpan
  ) throws(DecodeError) -> Reading? {
    guard data.byteCount == 8, let both = data.uint24BigEndian(at: 2), let error = data.uint8(at: 7),
      AdvertisingData.nameBegins(with: "GV5140", in: advertisement, scanResponse) == true
    else { return nil }
    var reading = Reading(model: .goveeH5140)
    guard error == 0 else {
      reading.reportsFault = true
      return reading
    }
    // The thousands are tenths of a degree, the rest is tenths of a percent; bit 23 is the sign.
    let magnitude = both & 0x7F_FFFF
    let temperature = Double(magnitude / 1000) / 10
    reading.measurements[.temperatureCelsius] = both & 0x80_0000 != 0 ? -temperature : temperature
    reading.measurements[.relativeHumidityPercent] = Double(magnitude % 1000) / 10
    reading.measurements[.co2PartsPerMillion] = data.uint16BigEndian(at: 5)?.value(absent: 0xFFFF)
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .goveeH5140, "Govee H5140", marks: [.company(companyIdentifier), .name("GV5140")],
        mainQuantity: .co2PartsPerMillion, freshness: .seconds(120),
        plausible: .air.with([.co2PartsPerMillion: 250...5_000]),
        co2Pressure: .unknown(""),
        adviceWithoutReading: "It reports an error of its sensor: switch it off and on.")
    ],
    companies: [companyIdentifier],
    advertisement: .everything { (_, data, advertisement, scanResponse, _) throws(DecodeError) in
      try reading(data, advertisement, scanResponse)
    })
}

extension SensorModel {
  /// Govee H5140: CO2, temperature, humidity.
  package static let goveeH5140 = SensorModel(38)
}
