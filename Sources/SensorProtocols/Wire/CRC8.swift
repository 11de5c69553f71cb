import Readings

/// Checksums of eight bits. Both begin with 0.
enum CRC8 {
  /// CRC-8/SMBUS: polynomial 0x07, the highest bit of a byte first.
  static func highestFirst(_ bytes: RawSpan) -> UInt8 {
    sum(bytes) { $0 & 0x80 != 0 ? $0 << 1 ^ 0x07 : $0 << 1 }
  }

  /// CRC-8/MAXIM-DOW: polynomial 0x31, the lowest bit of a byte first.
  static func lowestFirst(_ bytes: RawSpan) -> UInt8 {
    sum(bytes) { $0 & 0x01 != 0 ? $0 >> 1 ^ 0x8C : $0 >> 1 }
  }

  private static func sum(_ bytes: RawSpan, _ step: (UInt8) -> UInt8) -> UInt8 {
    var sum: UInt8 = 0
    for offset in 0..<bytes.byteCount {
      sum ^= bytes.uint8(at: offset) ?? 0
      for _ in 0..<8 { sum = step(sum) }
    }
    return sum
  }
}
