import Readings

/// The Bluetooth Battery Service (0x180F), which any connected device may offer in addition to its own service.
enum BatteryService {
  /// Battery Level, percent. Polar's SDK drops values above 100, and so does the decoder.
  static let level = BluetoothUUID(0x2A19)

  private static func reading(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(1, in: .batteryLevel)
    var reading = Reading(model: .batteryService)
    reading.measurements[.batteryPercent] = bytes.uint8(at: 0)?.value()
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .batteryService, "Battery Service", marks: [.service(BluetoothUUID(0x180F))], advertisesReadings: false,
        accesses: [.read(level, every: .seconds(3_600))],
        pairing: "an Aranet needs its PIN", mainQuantity: .batteryPercent,
        freshness: .seconds(86_400),
        plausible: [.batteryPercent: 0...100], adviceWithoutReading: .pairFirst)
    ],
    characteristics: [level],
    value: ValueDecoder { (_, value) throws(DecodeError) in try reading(value) })
}

extension DecodeError.Subject {
  package static let batteryLevel = Self("Battery Level", of: .batteryService)
}

extension SensorModel {
  /// The battery of a device that is recognised by another of its services.
  package static let batteryService = SensorModel(88)
}
