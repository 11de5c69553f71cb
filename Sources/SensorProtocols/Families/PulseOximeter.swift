import Readings

/// The Bluetooth Pulse Oximeter Service (0x1822; Bluetooth SIG, Pulse Oximeter Service 1.0): `[flags][SpO2][pulse]` and
/// the fields that the flags announce.
enum PulseOximeter {
  /// Indicated once, for a measurement on demand.
  private static let spotCheck = BluetoothUUID(0x2A5E)
  /// Notified about once a second.
  private static let continuous = BluetoothUUID(0x2A5F)

  /// The optional fields; each has a flag bit, in the order in which the fields follow.
  private enum Field {
    case time
    case pair(saturation: Quantity, pulse: Quantity)
    case measurementStatus, sensorStatus, pulseAmplitude
  }
  /// On demand: a time stamp, then the others; bit 4 means that the clock of the device was never set.
  private static let spotCheckFields: [Field] = [.time, .measurementStatus, .sensorStatus, .pulseAmplitude]
  /// Continuous: a fast and a slow pair of SpO2 and pulse in addition to the normal one, then the others.
  private static let continuousFields: [Field] = [
    .pair(saturation: .oxygenSaturationFastPercent, pulse: .pulseFastBeatsPerMinute),
    .pair(saturation: .oxygenSaturationSlowPercent, pulse: .pulseSlowBeatsPerMinute),
    .measurementStatus, .sensorStatus, .pulseAmplitude,
  ]

  private static func reading(_ characteristic: BluetoothUUID, _ bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(5, in: .pulseOximeter)
    guard let flags = bytes.uint8(at: 0) else { return nil }
    var reading = Reading(model: .pulseOximeter)
    reading.measurements[.oxygenSaturationPercent] = bytes.uint16(at: 1).flatMap(saturation)
    reading.measurements[.pulseBeatsPerMinute] = bytes.uint16(at: 3).flatMap(pulse)
    var offset = 5
    let fields = characteristic == spotCheck ? spotCheckFields : continuousFields
    for (bit, field) in fields.enumerated() where flags >> UInt8(bit) & 1 == 1 {
      switch field {
      case .time:
        reading.measuredAt = time(bytes, at: offset)
        offset += 7
      case .pair(let quantity, let pulse):
        reading.measurements[quantity] = bytes.uint16(at: offset).flatMap(saturation)
        reading.measurements[pulse] = bytes.uint16(at: offset + 2).flatMap(Self.pulse)
        offset += 4
      case .measurementStatus:
        reading.measurementStatus = bytes.uint16(at: offset)
        offset += 2
      case .sensorStatus:
        reading.sensorStatus = bytes.unsigned(at: offset, count: 3).map { UInt32(truncatingIfNeeded: $0) }
        offset += 3
      case .pulseAmplitude:
        reading.measurements[.pulseAmplitudePercent] = bytes.uint16(at: offset).flatMap(sfloat).flatMap {
          $0 < 0 ? nil : $0
        }
        offset += 2
      }
    }
    reading.isSpotCheck = characteristic == spotCheck
    if characteristic == spotCheck, flags & 0x01 != 0 { reading.clockIsNotSet = flags & 0x10 != 0 }
    if let status = reading.measurementStatus, status & noMeasurement != 0 { reading.measurements = Measurements() }
    return reading
  }

  /// Bits of the Measurement Status that mean that the values are not being measured on a person now: from storage (9),
  /// for a demonstration (10), for a test (11), unavailable (13), invalid (15). A measurement that is in progress (5),
  /// early (6) or questionable (14) counts.
  private static let noMeasurement: UInt16 = 1 << 9 | 1 << 10 | 1 << 11 | 1 << 13 | 1 << 15

  /// Percent. Values above 100 are not saturations: makers send 127 for "no value" (BerryMed BCI, Contec), for which
  /// the service has NaN. Neither is 0: it means "no finger" (PC-60FW) or "calibrating" (O2Ring), and no oximeter can
  /// measure it.
  private static func saturation(_ raw: UInt16) -> Double? { sfloat(raw).flatMap { $0 > 0 && $0 <= 100 ? $0 : nil } }

  /// A pulse from 255 on is none, as in the makers' own protocols, see ``Reading/init(oximeter:saturation:pulse:isOff:)``.
  private static func pulse(_ raw: UInt16) -> Double? { sfloat(raw).flatMap { 0..<255 ~= $0 ? $0 : nil } }

  /// Date Time: a 16-bit year, then a byte each for month, day, hour, minute and second. A year, month or day of 0 is not
  /// known, so there is no time.
  private static func time(_ bytes: RawSpan, at offset: Int) -> SensorTime? {
    guard let year = bytes.uint16(at: offset), let month = bytes.uint8(at: offset + 2),
      let day = bytes.uint8(at: offset + 3), let hour = bytes.uint8(at: offset + 4),
      let minute = bytes.uint8(at: offset + 5), let second = bytes.uint8(at: offset + 6), year > 0, month > 0, day > 0
    else { return nil }
    return SensorTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }

  /// A number of IEEE 11073-20601: four bits of exponent to base ten, then twelve bits of mantissa, both in two's
  /// complement. Five mantissas are not numbers: 7FE and 802 are the infinities, 7FF not a number, 800 not at this
  /// resolution, 801 reserved.
  static func sfloat(_ raw: UInt16) -> Double? {
    let mantissa = Int16(bitPattern: raw << 4) >> 4
    let exponent = Int16(bitPattern: raw) >> 12
    switch mantissa {
    case 0x7FE, 0x7FF, -0x800 ... -0x7FE: return nil
    default:
      // Division keeps tenths exact; multiplication by 0.1 would not.
      let power = (0..<abs(Int(exponent))).reduce(1.0) { result, _ in result * 10 }
      return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
    }
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .pulseOximeter, "Pulse Oximeter Service", marks: [.service(BluetoothUUID(0x1822))], advertisesReadings: false,
        accesses: [.subscribe(continuous, within: .oximeter), .subscribe(spotCheck)],
        mainQuantity: .oxygenSaturationPercent, freshness: .oximeter, plausible: .oximeter,
        adviceWithoutReading: .warmFinger)
    ],
    characteristics: [continuous, spotCheck],
    value: ValueDecoder { (characteristic, value) throws(DecodeError) in try reading(characteristic, value) })
}

extension DecodeError.Subject {
  package static let pulseOximeter = Self("PLX measurement", of: .pulseOximeter)
}

extension SensorModel {
  /// Any device that offers the Bluetooth Pulse Oximeter Service (0x1822).
  package static let pulseOximeter = SensorModel(86)
}
