import Readings

/// The Bluetooth Heart Rate Service (0x180D), which nearly every chest strap offers
/// (Bluetooth SIG, Heart Rate Service 1.0, 3.1).
enum HeartRateService {
  /// Heart Rate Measurement: notified about once a second.
  static let heartRateMeasurement = BluetoothUUID(0x2A37)
  /// Body Sensor Location: one byte.
  private static let bodySensorLocation = BluetoothUUID(0x2A38)

  /// Decodes a Heart Rate Measurement.
  ///
  /// Flags: bit 0: the heart rate has 16 bits; bits 1 and 2: skin contact, where bit 1 has no meaning without bit 2 (a
  /// captured strap sets it alone); bit 3: energy expended follows; bit 4: RR intervals follow, any number of them, up
  /// to the end of the value. An odd last byte is ignored. Bits 5 to 7 are reserved.
  ///
  /// - Parameter eachInterval: receives every RR interval in 1/1024 s, including those for which the reading has no
  ///   room.
  static func reading(
    measurement bytes: RawSpan, eachInterval: (UInt16) -> Void = { _ in }
  ) throws(DecodeError) -> Reading? {
    func tooShort(_ needed: Int) -> DecodeError {
      DecodeError(.tooShort(needed: needed, got: bytes.byteCount), in: .heartRateMeasurement)
    }
    guard let flags = bytes.uint8(at: 0) else { throw tooShort(2) }
    var reading = Reading(model: .heartRateService)
    var offset = 1
    if flags & 0x01 != 0 {
      guard let heartRate = bytes.uint16(at: offset) else { throw tooShort(offset + 2) }
      reading.measurements[.heartRateBeatsPerMinute] = heartRate.value()
      offset += 2
    } else {
      guard let heartRate = bytes.uint8(at: offset) else { throw tooShort(offset + 1) }
      reading.measurements[.heartRateBeatsPerMinute] = heartRate.value()
      offset += 1
    }
    reading.contact = flags & 0x04 == 0 ? .notSupported : flags & 0x02 == 0 ? .notDetected : .detected
    if flags & 0x08 != 0 {
      guard let energy = bytes.uint16(at: offset) else { throw tooShort(offset + 2) }
      // All ones are a value: the count stays there until it is reset (Heart Rate Service 1.0, 3.1.1.3).
      reading.measurements[.energyKilojoules] = Double(energy)
      offset += 2
    }
    if flags & 0x10 != 0 {
      while let ticks = bytes.uint16(at: offset) {
        reading.rrIntervals.append(ticks: ticks)
        eachInterval(ticks)
        offset += 2
      }
    }
    return reading
  }

  /// Decodes a Body Sensor Location. An unknown location is absent.
  private static func reading(location bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(1, in: .bodySensorLocation)
    var reading = Reading(model: .heartRateService)
    reading.bodyLocation = bytes.uint8(at: 0).flatMap(BodyLocation.init(rawValue:))
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .heartRateService, "Heart Rate Service", marks: [.service(BluetoothUUID(0x180D))], advertisesReadings: false,
        accesses: [
          .subscribe(heartRateMeasurement, within: .seconds(10)), .read(bodySensorLocation, every: .seconds(86_400)),
          .read(BatteryService.level, every: .seconds(3_600)),
        ], mainQuantity: .heartRateBeatsPerMinute,
        // A strap notifies once a second. After five seconds Lapwing treats heart-rate data as stale (a product
        // decision).
        freshness: .seconds(5), plausible: .heart,
        adviceWithoutReading: .moistenStrap)
    ],
    characteristics: [heartRateMeasurement, bodySensorLocation],
    value: ValueDecoder { (characteristic, value) throws(DecodeError) in
      characteristic == heartRateMeasurement ? try reading(measurement: value) : try reading(location: value)
    })
}

extension DecodeError.Subject {
  package static let heartRateMeasurement = Self("Heart Rate Measurement", of: .heartRateService)
  package static let bodySensorLocation = Self("Body Sensor Location", of: .heartRateService)
}

extension SensorModel {
  /// Any device that offers the Bluetooth Heart Rate Service (0x180D).
  package static let heartRateService = SensorModel(80)
}
