import Readings

/// VSON WP6003: it needs a connection. After `AB` is written to 0xFFF1, it notifies 0xFFF4, big-endian. Its CO2 is
/// estimated from VOC and is labelled so (emericg/WatchFlower `docs/wp6003-ble-api.md`, tony-fav/tasmota-blerry).
enum WP6003 {
  private static let notifications = BluetoothUUID(0xFFF4)
  private static let commands = BluetoothUUID(0xFFF1)
  private static let question: [UInt8] = [0xAB]
  /// The first byte of a frame with measurements.
  private static let measurement: UInt8 = 0x0A
  /// The value for formaldehyde and VOC while they warm up.
  private static let warmingUp: UInt16 = 16_383

  private static func reading(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    guard bytes.uint8(at: 0) == measurement else { return nil }
    try bytes.require(18, in: .wp6003)
    var reading = Reading(model: .wp6003)
    reading.measurements[.temperatureCelsius] = bytes.int16BigEndian(at: 6)?.value(per: 10)
    reading.measurements[.tvocMicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 10)?.value(absent: warmingUp)
    reading.measurements[.formaldehydeMicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 12)?.value(absent: warmingUp)
    // Some clients subtract 150; this is the value that the sensor sends.
    reading.measurements[.equivalentCO2PartsPerMillion] = bytes.uint16BigEndian(at: 16)?.value(absent: warmingUp)
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .wp6003, "VSON WP6003", marks: [.service(BluetoothUUID(0xFFF0)), .name("WP6003#")], advertisesReadings: false,
        accesses: [.subscribe(notifications), .write(question, to: commands, every: .seconds(60))],
        mainQuantity: .equivalentCO2PartsPerMillion, freshness: .seconds(330), plausible: .air,
        adviceWithoutReading: .closeItsApp)
    ],
    characteristics: [notifications],
    value: ValueDecoder { (_, value) throws(DecodeError) in try reading(value) })
}

extension DecodeError.Subject {
  package static let wp6003 = Self("WP6003 notification", of: .wp6003)
}

extension SensorModel {
  /// VSON WP6003: VOC, formaldehyde, eCO2, temperature.
  package static let wp6003 = SensorModel(69)
}
