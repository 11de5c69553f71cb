import Readings

/// The Bluetooth Pulse Oximeter Service (0x1822; Bluetooth SIG, Pulse Oximeter Service 1.0): `[flags][SpO2][pulse]` and
/// more that the flags announce, which is passed over.
enum PulseOximeter {
  /// Indicated once for a measurement on demand.
  private static let spotCheck = BluetoothUUID(0x2A5E)
  /// Notified about once a second.
  private static let continuous = BluetoothUUID(0x2A5F)

  private static func reading(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(5, in: .pulseOximeter)
    var reading = Reading(model: .pulseOximeter)
    reading.measurements[.oxygenSaturationPercent] = bytes.uint16(at: 1).flatMap(sfloat)
    reading.measurements[.pulseBeatsPerMinute] = bytes.uint16(at: 3).flatMap(sfloat)
    return reading
  }

  /// A number of IEEE 11073-20601: four bits of exponent to ten above twelve bits of mantissa, both in two's complement.
  /// Five mantissas are no number: 7FE and 802 the infinities, 7FF not a number, 800 not at this resolution, 801 reserved.
  static func sfloat(_ raw: UInt16) -> Double? {
    let mantissa = Int16(bitPattern: raw << 4) >> 4
    let exponent = Int16(bitPattern: raw) >> 12
    switch mantissa {
    case 0x7FE, 0x7FF, -0x800 ... -0x7FE: return nil
    default:
      // Dividing keeps tenths exact, where multiplying by a tenth would not.
      let power = (0..<abs(Int(exponent))).reduce(1.0) { result, _ in result * 10 }
      return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
    }
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .pulseOximeter, "Pulse Oximeter Service", marks: [.service(BluetoothUUID(0x1822))], advertisesReadings: false,
        accesses: [.subscribe(continuous), .subscribe(spotCheck)], mainQuantity: .oxygenSaturationPercent,
        freshness: .seconds(10), plausible: [.oxygenSaturationPercent: 50...100, .pulseBeatsPerMinute: 20...250],
        adviceWithoutReading: "Warm the finger and keep it still.")
    ],
    characteristics: [continuous, spotCheck],
    value: { (_, value) throws(DecodeError) in try reading(value) })
}

extension DecodeError.Subject {
  /// A measurement of the Pulse Oximeter Service.
  package static let pulseOximeter = Self("PLX measurement", of: .pulseOximeter)
}

extension SensorModel {
  /// Any device that offers the Bluetooth Pulse Oximeter Service (0x1822).
  public static let pulseOximeter = SensorModel(86)
}
