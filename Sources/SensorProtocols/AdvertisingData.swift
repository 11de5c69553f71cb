import Readings

/// The AD structures of an advertisement: `[length][type][data …]` one after the other
/// (Bluetooth Core, Vol 3, Part C, 11; types from the SIG's Assigned Numbers).
enum AdvertisingData {
  /// AD type of manufacturer specific data: a company identifier, then the company's own bytes.
  static let manufacturerSpecificData: UInt8 = 0xFF

  /// Where a structure's data stands in the advertisement.
  struct Structure {
    var type: UInt8
    var offset: Int
    var count: Int
  }

  /// The structure that begins at an offset, which moves to the next one. `nil` at the end, which is the last byte or
  /// a length of zero: a controller fills up with zeros.
  static func next(in bytes: RawSpan, at offset: inout Int) throws(DecodeError) -> Structure? {
    guard let length = bytes.uint8(at: offset), length > 0 else { return nil }
    guard let type = bytes.uint8(at: offset + 1), Int(length) <= bytes.byteCount - offset - 1 else {
      throw DecodeError(
        .truncatedStructure(offset: offset, claimed: Int(length), left: bytes.byteCount - offset - 1),
        in: .advertisingData)
    }
    defer { offset += Int(length) + 1 }
    return Structure(type: type, offset: offset + 2, count: Int(length) - 1)
  }
}
