/// A Bluetooth UUID of 128 bits. UUIDs of 16 and 32 bits are short forms over the Bluetooth base UUID
/// `00000000-0000-1000-8000-00805F9B34FB` (Core, Vol 3, Part B, 2.5.1).
public struct BluetoothUUID: Hashable, Sendable, CustomStringConvertible {
  public let value: UInt128

  private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB

  public init(value: UInt128) { self.value = value }

  /// - Parameter short: a number assigned by the Bluetooth SIG, such as 0x2A37.
  public init(_ short: UInt16) { value = Self.base | UInt128(short) << 96 }

  /// Reads `2A37`, `0x2A37`, or 128 bits with or without hyphens, in upper or lower case. Text after a space is
  /// ignored, so that a comment may follow the number. Anything else gives `nil`.
  public init?(_ text: String) {
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

  /// The 16-bit form; `nil` if there is none.
  public var short: UInt16? {
    guard value & ~(UInt128(0xFFFF) << 96) == Self.base else { return nil }
    return UInt16(truncatingIfNeeded: value >> 96)
  }

  /// The short form such as `0x2A37` if there is one, else 128 bits with hyphens.
  public var description: String {
    if let short { return "0x" + short.digits(4, radix: 16, uppercase: true) }
    let digits = Array(value.digits(32, radix: 16))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }
}
