import Readings

/// The Bluetooth Environmental Sensing Service (0x181A): one quantity in each characteristic, little-endian, with one
/// number that means "not known" (Bluetooth SIG, GATT Specification Supplement).
enum EnvironmentalSensing {
  private static let co2 = BluetoothUUID(0x2B8C)
  private static let temperature = BluetoothUUID(0x2A6E)
  private static let humidity = BluetoothUUID(0x2A6F)
  private static let pressure = BluetoothUUID(0x2A6D)

  private static func reading(
    of characteristic: BluetoothUUID, _ bytes: RawSpan
  ) throws(DecodeError) -> Reading? {
    try bytes.require(characteristic == pressure ? 4 : 2, in: .environmentalSensing)
    var reading = Reading(model: .environmentalSensing)
    switch characteristic {
    case co2: reading.measurements[.co2PartsPerMillion] = bytes.uint16(at: 0)?.value(absent: 0xFFFF)
    case temperature: reading.measurements[.temperatureCelsius] = bytes.int16(at: 0)?.value(per: 100, absent: .min)
    case humidity: reading.measurements[.relativeHumidityPercent] = bytes.uint16(at: 0)?.value(per: 100, absent: 0xFFFF)
    // Tenths of a pascal.
    default: reading.measurements[.pressureHectopascals] = bytes.uint32(at: 0)?.value(per: 1000, absent: 0)
    }
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .environmentalSensing, "Environmental Sensing Service", marks: [.service(BluetoothUUID(0x181A))],
        advertisesReadings: false,
        accesses: [co2, temperature, humidity, pressure].map { .read($0, every: .seconds(60)) },
        mainQuantity: .co2PartsPerMillion, freshness: .seconds(150), plausible: .air,
        co2Pressure: .unknown("any device may offer it"),
        adviceWithoutReading: .offerCO2Characteristic)
    ],
    characteristics: [co2, temperature, humidity, pressure],
    value: ValueDecoder { (characteristic, value) throws(DecodeError) in try reading(of: characteristic, value) })
}

extension DecodeError.Subject {
  package static let environmentalSensing = Self("Environmental Sensing value", of: .environmentalSensing)
}

extension SensorModel {
  /// Any device that offers the Bluetooth Environmental Sensing Service (0x181A).
  package static let environmentalSensing = SensorModel(70)
}
