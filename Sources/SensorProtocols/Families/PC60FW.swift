import Readings

/// Creative Medical's and Viatom's finger clips PC-60FW, PC-60NW, KS-60FW: frames on the Nordic UART, which end in a
/// checksum (pythag/pc-60fw, sycophantic/pc60fw_pulseox with a log of 23,944 seconds, sza2/viatom_pc60fw).
///
///     AA 55 token length function data CRC             length: function, data and CRC
///     token 0F, function 01: SpO2  pulse:2  perfusion×10  -  status     each second; 0 and 0: no finger
///     token F0, function 03: battery, 0 to 3
///
/// The clip fills each notification with 20 bytes: half of the frames begin in one and end in the next.
enum PC60FW {
  private static let notifications = BluetoothUUID(value: 0x6E40_0003_B5A3_F393_E0A9_E50E_24DC_CA9E)
  private static let header = 4
  /// The longest known frame has eight bytes after the length.
  private static let lengths: ClosedRange<UInt8> = 2...16

  private static let stream = FrameStream(
    extent: { bytes, offset in
      guard bytes.uint8(at: offset) == 0xAA else { return .none }
      guard let second = bytes.uint8(at: offset + 1) else { return .unknown }
      guard second == 0x55 else { return .none }
      guard let token = bytes.uint8(at: offset + 2) else { return .unknown }
      guard token == 0x0F || token == 0xF0 else { return .none }
      guard let length = bytes.uint8(at: offset + 3) else { return .unknown }
      return lengths.contains(length) ? .bytes(header + Int(length)) : .none
    },
    isSound: { frame in
      let last = frame.byteCount - 1
      return frame.uint8(at: last) == CRC8.lowestFirst(frame.extracting(0..<last))
    })

  private static func reading(_ bytes: RawSpan) -> Reading? {
    var latest: Reading?
    var battery: UInt8?
    stream.forEachFrame(in: bytes) { frame in
      switch (frame.uint8(at: 2), frame.uint8(at: 4), frame.byteCount) {
      case (0x0F, 0x01, 12): latest = parameters(of: frame)
      case (0xF0, 0x03, 7): battery = frame.uint8(at: 5)
      default: break
      }
    }
    guard latest != nil || battery != nil else { return nil }
    var reading = latest ?? Reading(model: .pc60FW)
    reading.batteryStep = battery
    // The lowest of its four steps. A percentage would be an invention.
    reading.isBatteryLow = battery.map { $0 == 0 }
    return reading
  }

  private static func parameters(of frame: RawSpan) -> Reading? {
    guard let saturation = frame.uint8(at: 5), let pulse = frame.uint16(at: 6), let perfusion = frame.uint8(at: 8)
    else { return nil }
    var reading = Reading(
      oximeter: .pc60FW, saturation: saturation, pulse: pulse, isOff: saturation == 0 && pulse == 0)
    if reading.contact == .detected {
      reading.measurements[.pulseAmplitudePercent] = perfusion.value(per: 10, absent: 0)
    }
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        oximeter: .pc60FW, "Viatom PC-60FW", named: ["PC-60F", "PC-60NW", "KS-60FW", "OxySmart"],
        accesses: [.subscribe(notifications, within: .oximeter)])
    ],
    characteristics: [notifications], stream: stream,
    value: ValueDecoder { (_, value) throws(DecodeError) in reading(value) })
}

extension SensorModel {
  /// PC-60FW and its relatives: SpO2, pulse, perfusion, steps of the battery.
  package static let pc60FW = SensorModel(92)
}
