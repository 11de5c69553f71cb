import Readings

/// Encodes the value of the Heart Rate Measurement characteristic (Bluetooth SIG, Heart Rate Service 1.0, 3.1).
package enum HeartRateEncoder {
  /// Heart Rate Measurement.
  package static let measurement = BluetoothUUID(0x2A37)
  /// The Heart Rate Service.
  package static let service: UInt16 = 0x180D

  /// The value of one notification.
  /// - Parameters:
  ///   - beatsPerMinute: one byte on the wire, two above 255.
  ///   - rrTicks: RR intervals in 1/1024 s, any number of them.
  package static func value(
    beatsPerMinute: UInt16, contact: SkinContact = .notSupported, energyKilojoules: UInt16? = nil,
    rrTicks: [UInt16] = []
  ) -> [UInt8] {
    var flags: UInt8 =
      switch contact {
      case .notSupported: 0x00
      case .notDetected: 0x04
      case .detected: 0x06
      }
    if beatsPerMinute > 255 { flags |= 0x01 }
    if energyKilojoules != nil { flags |= 0x08 }
    if !rrTicks.isEmpty { flags |= 0x10 }
    var bytes = [flags]
    if let narrow = UInt8(exactly: beatsPerMinute) {
      bytes.append(narrow)
    } else {
      bytes.append(littleEndian: beatsPerMinute)
    }
    if let energyKilojoules { bytes.append(littleEndian: energyKilojoules) }
    for ticks in rrTicks { bytes.append(littleEndian: ticks) }
    return bytes
  }

  /// The value that a strap would send for a reading.
  package static func value(_ reading: Reading) -> [UInt8] {
    func word(_ quantity: Quantity) -> UInt16? {
      reading.measurements[quantity].map { UInt16(min(max(0, $0.rounded()), 65535)) }
    }
    return value(
      beatsPerMinute: word(.heartRateBeatsPerMinute) ?? 0, contact: reading.contact ?? .notSupported,
      energyKilojoules: word(.energyKilojoules),
      rrTicks: (0..<reading.rrIntervals.count).compactMap { reading.rrIntervals.ticks(at: $0) })
  }
}
