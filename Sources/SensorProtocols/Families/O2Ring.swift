import Readings

/// Viatom's rings, sold by Wellue too: O2Ring, SleepO2, KidsO2, CheckMe O2 and others. They answer a request
/// (MackeyStingray/o2r, ecostech/viatom-ble, home-health-hub/viatom-o2ring-ble).
///
///     55 status ~status  block:2  length:2  payload  CRC                      numbers little-endian
///     payload of 13: SpO2  pulse:2  steps:4  battery %  charging  motion  perfusion×10  worn  -
///
/// The second byte is a status, not the command; of the answers only the one to this request has 13 bytes. It does not
/// fit into one notification of 20 bytes. The O2Ring S speaks another protocol and has another name (T8520, S8-AW).
enum O2Ring {
  private static let notifications = BluetoothUUID(value: 0x0734_594A_A8E7_4B1A_A6B1_CD52_4305_9A57)
  private static let requests = BluetoothUUID(value: 0x8B00_ACE7_EB0B_49B0_BBE9_9AEE_0A26_E1A3)
  /// Command 0x17: the present values.
  private static let presentValues: [UInt8] = [0xAA, 0x17, 0xE8, 0, 0, 0, 0, 0x1B]
  private static let header = 7
  private static let payload = 13

  private static let stream = FrameStream(
    extent: { bytes, offset in
      guard bytes.uint8(at: offset) == 0x55 else { return .none }
      // Every byte of the header is known but that of the block.
      let known: [(place: Int, value: UInt8)] = [(1, 0), (2, 0xFF), (5, UInt8(payload)), (6, 0)]
      for (place, value) in known where bytes.uint8(at: offset + place).map({ $0 != value }) == true { return .none }
      return .bytes(header + payload + 1)
    },
    isSound: { frame in
      let last = frame.byteCount - 1
      return frame.uint8(at: last) == CRC8.highestFirst(frame.extracting(0..<last))
    })

  private static func reading(_ bytes: RawSpan) -> Reading? {
    var latest: Reading?
    stream.forEachFrame(in: bytes) { frame in latest = values(of: frame.extracting(header..<header + payload)) }
    return latest
  }

  private static func values(of payload: RawSpan) -> Reading? {
    guard let saturation = payload.uint8(at: 0), let pulse = payload.uint16(at: 1), let battery = payload.uint8(at: 7),
      let charging = payload.uint8(at: 8), let perfusion = payload.uint8(at: 10), let worn = payload.uint8(at: 11)
    else { return nil }
    // All ones: no finger. 0 and 0 on a finger: it still calibrates.
    var reading = Reading(
      oximeter: .o2Ring, saturation: saturation, pulse: pulse, isOff: worn == 0 || saturation == 0xFF)
    if reading.contact == .detected {
      reading.measurements[.pulseAmplitudePercent] = perfusion.value(per: 10, absent: 0)
    }
    reading.measurements[.batteryPercent] = battery.value()
    reading.isCharging = charging == 1
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        oximeter: .o2Ring, "Viatom O2Ring",
        // As the maker's library and the applications above know them.
        named: [
          "O2Ring ", "SleepO2 ", "SleepU ", "WearO2 ", "KidsO2 ", "BabyO2 ", "Oxylink ", "Oxyfit ", "O2BAND ", "O2M ",
          "Checkme_O2", "CheckO2",
        ],
        accesses: [
          .subscribe(notifications, within: .oximeter), .write(presentValues, to: requests, every: .seconds(2)),
        ])
    ],
    characteristics: [notifications], stream: stream,
    value: ValueDecoder { (_, value) throws(DecodeError) in reading(value) })
}

extension SensorModel {
  /// Viatom and Wellue O2Ring, SleepO2 and others: SpO2, pulse, perfusion, battery.
  package static let o2Ring = SensorModel(91)
}
