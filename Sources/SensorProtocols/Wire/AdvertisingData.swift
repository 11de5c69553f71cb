import Readings

/// The AD structures of an advertisement: `[length][type][data …]` one after the other
/// (Bluetooth Core, Vol 3, Part C, 11; types from the SIG's Assigned Numbers).
enum AdvertisingData {
  /// AD type of manufacturer specific data: a company identifier, then the company's own bytes.
  static let manufacturerSpecificData: UInt8 = 0xFF

  /// AD type of service data: a 16-bit UUID, then the service's own bytes.
  static let serviceData16: UInt8 = 0x16
  /// AD types of a shortened and of a complete local name.
  static let names: ClosedRange<UInt8> = 0x08...0x09

  /// The most bytes of an advertisement or a scan response, extended ones of Bluetooth 5 (Bluetooth Core, Vol 4, Part E,
  /// 7.7.65.13). Some families look through the whole list for each structure, so a longer list would take a time that
  /// grows with its square.
  static let longest = 1_650

  /// Where a structure's data stands in the advertisement.
  struct Structure {
    var type: UInt8
    var offset: Int
    var count: Int

    /// The company identifier or 16-bit UUID that the data begin with.
    func key(in bytes: RawSpan) -> UInt16? { count >= 2 ? bytes.uint16(at: offset) : nil }
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

  /// Where the data behind a key stand in the first structure of a type and key, and of a length where one is given;
  /// the broken end of a list has none.
  static func find(type: UInt8, key: UInt16, in bytes: RawSpan, count: Int? = nil) -> Range<Int>? {
    var offset = 0
    while let structure = (try? next(in: bytes, at: &offset)) ?? nil {
      if structure.type == type, structure.key(in: bytes) == key, count == nil || count == structure.count - 2 {
        return structure.offset + 2..<structure.offset + structure.count
      }
    }
    return nil
  }

  /// Whether a local name begins so, in an advertisement or, where that has none, in its scan response; `nil` where there
  /// is no name.
  static func nameBegins(with prefix: StaticString, in advertisement: RawSpan, _ scanResponse: RawSpan) -> Bool? {
    nameBegins(with: prefix, in: advertisement) ?? nameBegins(with: prefix, in: scanResponse)
  }

  /// Whether a local name is there that begins so; `nil` where there is no name.
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
