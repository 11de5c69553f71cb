import Readings

/// Reads the AD structures of an advertisement: a sequence of `[length][type][data …]` (Bluetooth Core, Vol 3, Part C,
/// 11; types from the SIG's Assigned Numbers).
enum AdvertisingData {
  /// AD type of manufacturer specific data: a company identifier, then the company's own bytes.
  static let manufacturerSpecificData: UInt8 = 0xFF

  /// AD type of service data: a 16-bit UUID, then the service's own bytes.
  static let serviceData16: UInt8 = 0x16
  /// AD types of a shortened and of a complete local name.
  static let names: ClosedRange<UInt8> = 0x08...0x09

  /// The largest size in bytes of an advertisement or a scan response, including the extended ones of Bluetooth 5
  /// (Bluetooth Core, Vol 4, Part E, 7.7.65.13). Some families search the whole list for each structure, so the time
  /// grows with the square of the list's length.
  static let longest = 1_650

  /// The type of a structure and the place of its data in the advertisement, in bytes from the start.
  struct Structure {
    var type: UInt8
    var offset: Int
    var count: Int

    /// The company identifier or 16-bit UUID at the start of the data.
    func key(in bytes: RawSpan) -> UInt16? { count >= 2 ? bytes.uint16(at: offset) : nil }
  }

  /// Returns the structure at an offset and moves the offset to the next one. Returns `nil` at the end, which is the
  /// last byte or a length of zero: a controller fills unused space with zeros.
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

  /// The place of the data after the key in the first structure with this type and key, and with this length if one is
  /// given. A broken structure ends the search.
  static func find(type: UInt8, key: UInt16, in bytes: RawSpan, count: Int? = nil) -> Range<Int>? {
    var offset = 0
    while let structure = (try? next(in: bytes, at: &offset)) ?? nil {
      if structure.type == type, structure.key(in: bytes) == key, count == nil || count == structure.count - 2 {
        return structure.offset + 2..<structure.offset + structure.count
      }
    }
    return nil
  }

  /// Whether the local name begins with a prefix. The scan response is used if the advertisement has no name; `nil` if
  /// neither has one.
  static func nameBegins(with prefix: StaticString, in advertisement: RawSpan, _ scanResponse: RawSpan) -> Bool? {
    nameBegins(with: prefix, in: advertisement) ?? nameBegins(with: prefix, in: scanResponse)
  }

  static func nameBegins(with prefix: StaticString, in bytes: RawSpan) -> Bool? {
    var offset = 0
    while let structure = (try? next(in: bytes, at: &offset)) ?? nil {
      guard names.contains(structure.type) else { continue }
      guard structure.count >= prefix.utf8CodeUnitCount else { return false }
      return (0..<prefix.utf8CodeUnitCount).allSatisfy {
        bytes.uint8(at: structure.offset + $0) == prefix.utf8Start[$0]
      }
    }
    return nil
  }
}
