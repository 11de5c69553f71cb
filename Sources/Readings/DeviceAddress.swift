/// The 48-bit address of a Bluetooth device, written as `C2:DB:C0:DC:E4:55`.
@usableFromInline package struct DeviceAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address in the low 48 bits; the byte that is written first is the highest.
  package let value: UInt64

  /// - Parameter value: the upper 16 bits are ignored.
  @usableFromInline package init(value: UInt64) { self.value = value & 0xFFFF_FFFF_FFFF }

  /// Reads six bytes of two hexadecimal digits, separated by colons or hyphens; anything else gives `nil`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
    guard parts.count == 6 else { return nil }
    var value: UInt64 = 0
    for part in parts {
      guard part.utf8.count == 2, part.allSatisfy(\.isHexDigit), let byte = UInt8(part, radix: 16) else { return nil }
      value = value << 8 | UInt64(byte)
    }
    self.value = value
  }

  /// Upper-case digits with colons.
  @usableFromInline package var description: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(17)
    for index in 0..<6 {
      let byte = Int(truncatingIfNeeded: value >> UInt64(40 - 8 * index)) & 0xFF
      if index > 0 { text.append(UInt8(ascii: ":")) }
      text.append(digits[byte >> 4])
      text.append(digits[byte & 15])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
