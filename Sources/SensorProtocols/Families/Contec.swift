import Readings

/// Contec CMS50D-BT and EMAY SleepO2: after a request, frames of eight bytes with the values and of six bytes with the
/// pulse wave (nringelstein/CMS50D-BT, tobiasisenberg/OxiVis issue 2).
///
///     EB 01 flags pulse SpO2 7F 00 sum       the sum of the first seven, its lowest seven bits
///
/// A pulse of 0 or 255 with a saturation of 127 means that there is no finger. What the flags (04, 05, 06) mean is not
/// known: good values come with each of them. Nor is it known how a pulse above 127 is sent.
enum Contec {
  private static let notifications = BluetoothUUID(0xFF02)
  private static let requests = BluetoothUUID(0xFF01)
  /// Starts the values. The device stops after less than a minute without another one (OxiVis issue 2).
  private static let startValues: [UInt8] = [0x9B, 0x01, 0x1C]
  private static let length = 8

  private static let stream = FrameStream(
    extent: { bytes, offset in
      guard bytes.uint8(at: offset) == 0xEB else { return .none }
      guard let kind = bytes.uint8(at: offset + 1) else { return .unknown }
      return kind == 0x01 ? .bytes(length) : .none
    },
    isSound: { frame in
      guard let sum = frame.uint8(at: length - 1) else { return false }
      return sum == (0..<length - 1).reduce(0) { $0 &+ (frame.uint8(at: $1) ?? 0) } & 0x7F
    })

  private static func reading(_ bytes: RawSpan) -> Reading? {
    var latest: Reading?
    stream.forEachFrame(in: bytes) { frame in
      guard let pulse = frame.uint8(at: 3), let saturation = frame.uint8(at: 4) else { return }
      let isOff = saturation > 100 && (pulse == 0 || pulse == 0xFF)
      latest = Reading(oximeter: .contec, saturation: saturation, pulse: UInt16(pulse), isOff: isOff)
    }
    return latest
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        // The maker names its devices by a number; 208 is the CMS50D-BT.
        oximeter: .contec, "Contec CMS50D-BT", named: ["SpO208", "CMS50D"],
        accesses: [
          .subscribe(notifications, within: .oximeter), .write(startValues, to: requests, every: .seconds(10)),
        ])
    ],
    characteristics: [notifications], stream: stream,
    value: ValueDecoder { (_, value) throws(DecodeError) in reading(value) })
}

extension SensorModel {
  /// Contec CMS50D-BT and EMAY SleepO2: SpO2, pulse.
  package static let contec = SensorModel(93)
}
