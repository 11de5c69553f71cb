import Readings

/// Encodes a reading into the bytes that an Aranet4 would send: the reverse of the decoder, and written independently
/// of it from the same sources (Anrijs/Aranet4-Python `client.py`, `docs/UUIDs.md`; the vendor's Homey app).
package enum Aranet4Encoder {
  /// SAF Tehnika's company identifier.
  package static let company: UInt16 = 0x0702
  /// "Current readings", 9 bytes.
  package static let currentReadings = BluetoothUUID(value: 0xF0CD_1503_95DA_4F4B_9AC8_AA55_D312_AF0C)
  /// "Current readings" with interval and age, 13 bytes.
  package static let currentReadingsDetailed = BluetoothUUID(value: 0xF0CD_3001_95DA_4F4B_9AC8_AA55_D312_AF0C)

  /// The whole advertisement: flags and manufacturer data.
  package static func advertisement(_ reading: Reading) -> [UInt8] {
    AdvertisementEncoder.manufacturer(company, manufacturerData(reading))
  }

  /// Manufacturer data without the company identifier: 22 bytes, or 7 if integrations are off or the reading does not
  /// say.
  package static func manufacturerData(_ reading: Reading) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0, 0]
    if let device = reading.device {
      bytes[0] =
        (device.isDisconnected ? 0x01 : 0) | device.calibration.rawValue << 2 | (device.isInFirmwareUpdate ? 0x10 : 0)
        | (device.integrationsEnabled ? 0x20 : 0)
      bytes[1] = device.firmware.patch
      bytes[2] = device.firmware.minor
      bytes[3] = UInt8(truncatingIfNeeded: device.firmware.major)
      bytes[4] = UInt8(truncatingIfNeeded: device.firmware.major >> 8)
    }
    // Hardware revision and region as in the captures V012 to V014; no decoder reads them.
    bytes += [0x06, 0x0F]
    guard reading.device?.integrationsEnabled == true else { return bytes }
    bytes.append(0x01)  // Packaging.
    bytes += value(reading, isDetailed: true)
    bytes.append(UInt8(truncatingIfNeeded: reading.counter ?? 0))
    return bytes
  }

  /// The value of ``currentReadingsDetailed`` (13 bytes) or of ``currentReadings`` (9).
  package static func value(_ reading: Reading, isDetailed: Bool) -> [UInt8] {
    func ticks(_ quantity: Quantity, perUnit: Double, most: UInt16, absent: UInt16) -> UInt16 {
      guard let value = reading.measurements[quantity] else { return absent }
      return UInt16(min(max(0, (value * perUnit).rounded()), Double(most)))
    }
    func percent(_ quantity: Quantity) -> UInt8 {
      guard let value = reading.measurements[quantity] else { return 0xFF }
      return UInt8(min(max(0, value.rounded()), 100))
    }
    var bytes: [UInt8] = []
    bytes.append(littleEndian: ticks(.co2PartsPerMillion, perUnit: 1, most: 0x7FFF, absent: 0x8000))
    bytes.append(littleEndian: ticks(.temperatureCelsius, perUnit: 20, most: 0x3FFF, absent: 0x4000))
    bytes.append(littleEndian: ticks(.pressureHectopascals, perUnit: 10, most: 0x7FFF, absent: 0x8000))
    bytes.append(percent(.relativeHumidityPercent))
    bytes.append(percent(.batteryPercent))
    bytes.append(reading.status?.rawValue ?? 0xFF)
    guard isDetailed else { return bytes }
    bytes.append(littleEndian: reading.intervalSeconds ?? 0)
    bytes.append(littleEndian: reading.ageSeconds ?? 0)
    return bytes
  }
}
