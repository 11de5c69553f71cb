import Readings

/// Hexadecimal text for bytes in tests and vectors.
package enum Hex {
  /// Reads pairs of hexadecimal digits, with optional spaces between them. Returns `nil` for anything else.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.filter { $0 != " " }
    guard digits.count.isMultiple(of: 2), digits.allSatisfy(\.isHexDigit) else { return nil }
    var bytes: [UInt8] = []
    var rest = digits[...]
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// Writes two lowercase digits for each byte.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension [UInt8] {
  /// Appends a number, lowest byte first.
  mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { self += $0 }
  }

  /// Appends an address in radio byte order, lowest byte first.
  mutating func append(_ address: DeviceAddress) {
    for index in 0..<6 { append(UInt8(truncatingIfNeeded: address.value >> UInt64(8 * index))) }
  }

  /// Appends one AD structure: length, type, data (Bluetooth Core, Vol 3, Part C, 11).
  mutating func append(structure type: UInt8, _ data: [UInt8]) {
    append(UInt8(truncatingIfNeeded: data.count + 1))
    append(type)
    self += data
  }
}

/// Builds advertisements from AD structures.
package enum AdvertisementEncoder {
  /// "LE General Discoverable, no BR/EDR": the flags that nearly every sensor sends first.
  package static let flags: [UInt8] = [0x02, 0x01, 0x06]

  /// Flags and manufacturer specific data.
  package static func manufacturer(_ company: UInt16, _ payload: [UInt8]) -> [UInt8] {
    var data: [UInt8] = []
    data.append(littleEndian: company)
    var advertisement = flags
    advertisement.append(structure: 0xFF, data + payload)
    return advertisement
  }

  /// Flags, services with 16-bit UUIDs if there are any, and a complete local name.
  package static func name(_ name: String, services: [UInt16] = []) -> [UInt8] {
    var advertisement = flags
    if !services.isEmpty {
      var list: [UInt8] = []
      for service in services { list.append(littleEndian: service) }
      advertisement.append(structure: 0x03, list)
    }
    advertisement.append(structure: 0x09, Array(name.utf8))
    return advertisement
  }
}
