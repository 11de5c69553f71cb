import Readings

/// Relsib EClerk Eco: service data 0xAA20, 0xAA21 and 0xAA22, little-endian; 0x8000 is "no value" (ble_monitor
/// `relsib.py`, `test_relsib.py`).
///
/// These UUIDs are not assigned, so the length must match as well.
enum Relsib {
  private static let withBattery: UInt16 = 0xAA20
  private static let withoutBattery: [UInt16] = [0xAA21, 0xAA22]
  private static let absent: UInt16 = 0x8000
  private static let length = 22

  private static func reading(_ key: UInt16, _ bytes: RawSpan) throws(DecodeError) -> Reading? {
    guard bytes.byteCount == length else { return nil }
    let start = key == withBattery ? 4 : 0
    var reading = Reading(model: .relsibEClerkEco)
    reading.measurements[.temperatureCelsius] = bytes.int16(at: start)?.value(per: 100, absent: .min)
    reading.measurements[.relativeHumidityPercent] = bytes.uint16(at: start + 2)?.value(per: 100, absent: absent)
    reading.measurements[.co2PartsPerMillion] = bytes.uint16(at: start + 4)?.value(absent: absent)
    if key == withBattery {
      // Bit 7: it runs on mains power.
      reading.measurements[.batteryPercent] = bytes.uint8(at: 13).map { $0 & 0x80 != 0 ? 100 : Double($0) }
    }
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .relsibEClerkEco, "Relsib EClerk Eco", marks: ([withBattery] + withoutBattery).map { .serviceData($0) },
        mainQuantity: .co2PartsPerMillion, freshness: .seconds(330),
        plausible: .air.with([.co2PartsPerMillion: 250...10_000]),
        co2Pressure: .unknown(""), adviceWithoutReading: .readDisplay)
    ],
    serviceData: [withBattery] + withoutBattery,
    advertisement: .structure { (key, data) throws(DecodeError) in try reading(key, data) })
}

extension SensorModel {
  /// Relsib EClerk Eco: CO2, temperature, humidity.
  package static let relsibEClerkEco = SensorModel(60)
}
