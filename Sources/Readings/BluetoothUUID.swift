/// A Bluetooth UUID. 16-bit and 32-bit ones are short forms of a 128-bit one over the Bluetooth base UUID
/// `00000000-0000-1000-8000-00805F9B34FB` (Bluetooth Core, Vol 3, Part B, 2.5.1).
@usableFromInline package struct BluetoothUUID: Hashable, Sendable, CustomStringConvertible {
  /// All 128 bits.
  package let value: UInt128

  private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB

  /// - Parameter value: all 128 bits.
  @usableFromInline package init(value: UInt128) { self.value = value }

  /// - Parameter short: a number assigned by the Bluetooth SIG, e.g. 0x2A37.
  package init(_ short: UInt16) { value = Self.base | UInt128(short) << 96 }

  /// Reads `2A37`, `0x2A37`, or 128 bits with or without hyphens, in either case. Text after a blank is ignored, so
  /// that a note may follow the number. Anything else is `nil`.
  package init?(_ text: String) {
    guard var word = text.split(separator: " ", omittingEmptySubsequences: true).first else { return nil }
    if word.hasPrefix("0x") || word.hasPrefix("0X") { word = word.dropFirst(2) }
    let digits = word.filter { $0 != "-" }
    guard digits.allSatisfy(\.isHexDigit) else { return nil }
    switch (word.count, digits.count) {
    case (1...4, 1...4):
      guard let short = UInt16(digits, radix: 16) else { return nil }
      self.init(short)
    case (32, 32), (36, 32):
      guard let value = UInt128(digits, radix: 16) else { return nil }
      self.init(value: value)
    default: return nil
    }
  }

  /// The 16-bit form, where there is one.
  package var short: UInt16? {
    guard value & ~(UInt128(0xFFFF) << 96) == Self.base else { return nil }
    return UInt16(truncatingIfNeeded: value >> 96)
  }

  /// The short form where there is one, else 128 bits with hyphens.
  @usableFromInline package var description: String {
    func padded(_ number: UInt128, _ width: Int) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    if let short { return "0x" + padded(UInt128(short), 4).uppercased() }
    let digits = Array(padded(value, 32))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }
}
