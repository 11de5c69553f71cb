import Readings

/// ZyAura's CO2 meters on a USB cable, sold as TFA AirCO2ntrol Mini and Coach, CO2Meter CO2Mini and others: the HID
/// device "USB-zyTemp", which sends a report of eight bytes for each value.
///
///     op  value:2  sum  0D  0 0 0      big-endian; the sum is that of the first three
///     50  CO2, ppm     42  temperature, K × 16     41  humidity, % × 100; 0: no such sensor
///
/// Older units scramble their reports with a key that they were given; newer ones send them plain all the same. A plain
/// report that is unscrambled by mistake may look right and say 37,407 ppm, so plain comes first. The box hands on the
/// reports of one round together, so that a reading has all values.
///
/// After the log of hackaday.io project 5301, dmage/co2mon, JsBergbau/TFACO2AirCO2ntrol_CO2Meter,
/// heinemml/CO2Meter issue 5 (plain reports, and what unscrambling makes of them) and
/// markuslindenberg/co2monitor_exporter pull 3.
package enum ZyAura {
  /// The numbers of the USB device.
  package static let vendor: UInt16 = 0x04D9
  package static let product: UInt16 = 0xA052
  /// The number under which a report travels like the value of a characteristic, so that timelines, `decode` and the
  /// fuzzer know it. Our own invention.
  package static let report = BluetoothUUID(value: 0x04D9_A052_0000_4C61_8077_696E_6700_0001)
  package static let length = 8
  /// The feature report that makes it send: the key. Any will do; other programs use this one.
  package static let key: [UInt8] = [0xC4, 0xC6, 0xC0, 0x92, 0x40, 0x23, 0xDC, 0x96]

  /// The values of CO2, temperature and humidity; the others are inner values of the sensor.
  private static let operations: [UInt8] = [0x50, 0x42, 0x41]
  /// That of the CO2, with which a round of reports is complete.
  package static let co2: UInt8 = 0x50

  /// Which value a report has; `nil` if it is damaged, or of no use.
  package static func operation(of report: RawSpan) -> UInt8? {
    values(of: report, at: 0).flatMap { operations.contains($0.operation) ? $0.operation : nil }
  }

  /// The reports of one round, each with another value.
  private static func reading(_ bytes: RawSpan) -> Reading? {
    guard bytes.byteCount <= operations.count * length, bytes.byteCount % length == 0 else { return nil }
    var reading = Reading(model: .zyAura)
    for offset in stride(from: 0, to: bytes.byteCount, by: length) {
      guard let (operation, value) = values(of: bytes, at: offset) else { return nil }
      switch operation {
      case co2: reading.measurements[.co2PartsPerMillion] = value.value()
      case 0x42: reading.measurements[.temperatureCelsius] = value.value(per: 16, absent: 0).map { $0 - 273.15 }
      case 0x41: reading.measurements[.relativeHumidityPercent] = value.value(per: 100, absent: 0)
      default: break
      }
    }
    return reading.measurements.isEmpty ? nil : reading
  }

  private static func values(of bytes: RawSpan, at offset: Int) -> (operation: UInt8, value: UInt16)? {
    guard let report = bytes.int64BigEndian(at: offset).map({ UInt64(bitPattern: $0) }) else { return nil }
    return values(of: report) ?? values(of: unscrambled(report))
  }

  /// What a plain report says; `nil` if it is none.
  private static func values(of report: UInt64) -> (operation: UInt8, value: UInt16)? {
    func byte(_ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: report >> (56 - 8 * place)) }
    guard report & 0xFFFF_FFFF == 0x0D00_0000, byte(3) == byte(0) &+ byte(1) &+ byte(2) else { return nil }
    return (byte(0), UInt16(byte(1)) << 8 | UInt16(byte(2)))
  }

  /// Where each byte of a scrambled report belongs.
  private static let places: [UInt64] = [2, 4, 0, 7, 1, 6, 5, 3]
  /// What is added to each byte: "Htemp99e" with the halves of each letter exchanged.
  private static let addend: [UInt8] = "Htemp99e".utf8.map { $0 << 4 | $0 >> 4 }

  private static func unscrambled(_ report: UInt64) -> UInt64 {
    var ordered: UInt64 = 0
    for (place, target) in places.enumerated() {
      ordered |= (report >> UInt64(56 - 8 * place) & 0xFF) << (56 - 8 * target)
    }
    for (place, byte) in key.enumerated() { ordered ^= UInt64(byte) << UInt64(56 - 8 * place) }
    let turned = ordered >> 3 | ordered << 61
    var plain: UInt64 = 0
    for (place, byte) in addend.enumerated() {
      let shift = UInt64(56 - 8 * place)
      plain |= UInt64(UInt8(truncatingIfNeeded: turned >> shift) &- byte) << shift
    }
    return plain
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .zyAura, "TFA AirCO2ntrol", marks: [.usb(vendor: vendor, product: product)], advertisesReadings: false,
        mainQuantity: .co2PartsPerMillion,
        // It sends every value within some seconds. Its display ends at 3,000 or 5,000 ppm; what it sends does not.
        freshness: .seconds(60), plausible: .air.with([.co2PartsPerMillion: 250...10_000]),
        co2Pressure: .unknown(""),
        adviceWithoutReading: .plugIntoBox)
    ],
    characteristics: [report],
    value: ValueDecoder { (_, value) throws(DecodeError) in reading(value) })
}

extension SensorModel {
  /// TFA AirCO2ntrol and other meters of ZyAura on a USB cable: CO2, temperature, humidity.
  package static let zyAura = SensorModel(76)
}
