import Readings

/// BerryMed BM1000 and other oximeters with the BCI protocol: packets of five bytes, a hundred a second, several in one
/// notification (zh2x/BCI_Protocol, "BCI Protocol V1.2"; FlorentinTh/BerryMed).
///
///     bit     7   6       5          4          3 … 0
///     byte 1  1   beep    unplugged  no signal  strength 0…8
///     byte 2  0   pleth 0…100
///     byte 3  0   pulse 7 searching  no finger  bar 0…15
///     byte 4  0   pulse, bits 6…0; 255: none
///     byte 5  0   SpO2 in percent; 127: none
///
/// There is no checksum, and the characteristic belongs to a module that treadmills and printers use too. So a
/// notification counts only if bit 7 is right in each of its bytes and every field is in its range.
enum BerryMed {
  private static let notifications = BluetoothUUID(value: 0x4953_5343_1E4D_4BD9_BA61_23C6_4724_9616)
  private static let length = 5

  private static func reading(_ bytes: RawSpan) -> Reading? {
    guard let start = start(of: bytes) else { return nil }
    var latest: Reading?
    for offset in stride(from: start, through: bytes.byteCount - length, by: length) {
      guard let packet = packet(bytes, at: offset) else { return nil }
      latest = packet
    }
    return latest
  }

  /// The offset of the first whole packet; `nil` if bit 7 is wrong anywhere.
  private static func start(of bytes: RawSpan) -> Int? {
    guard let start = (0..<length).first(where: { isHead(bytes, at: $0) }) else { return nil }
    let isRight = (0..<bytes.byteCount).allSatisfy { isHead(bytes, at: $0) == (($0 - start) % length == 0) }
    return isRight ? start : nil
  }

  private static func isHead(_ bytes: RawSpan, at offset: Int) -> Bool { (bytes.uint8(at: offset) ?? 0) & 0x80 != 0 }

  private static func packet(_ bytes: RawSpan, at offset: Int) -> Reading? {
    guard let head = bytes.uint8(at: offset), let pleth = bytes.uint8(at: offset + 1),
      let flags = bytes.uint8(at: offset + 2), let pulse = bytes.uint8(at: offset + 3),
      let saturation = bytes.uint8(at: offset + 4), head & 0x0F <= 8, pleth <= 100,
      saturation <= 100 || saturation == 127
    else { return nil }
    let isOff = head & 0x20 != 0 || flags & 0x10 != 0
    // Without a signal, or while it searches for the pulse, its numbers are those of a moment ago at best.
    guard isOff || head & 0x10 == 0 && flags & 0x20 == 0 else { return Reading(model: .berryMed) }
    return Reading(
      oximeter: .berryMed, saturation: saturation, pulse: UInt16(pulse) | UInt16(flags & 0x40) << 1, isOff: isOff)
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        oximeter: .berryMed, "BerryMed BM1000", named: ["BerryMed"],
        accesses: [.subscribe(notifications, within: .oximeter)], notifiesOften: true)
    ],
    characteristics: [notifications],
    value: ValueDecoder { (_, value) throws(DecodeError) in reading(value) })
}

extension SensorModel {
  package static let berryMed = SensorModel(90)
}
