/// Writes numbers of any width into bytes, the highest bit first.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  /// The bits of the last byte that are still free, 0 to 7.
  private var free = 0

  init() {}

  /// Writes the low bits of a number.
  /// - Parameter count: 0 to 64.
  mutating func write(_ value: UInt64, bits count: Int) {
    var left = min(max(count, 0), 64)
    while left > 0 {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      let taken = min(free, left)
      let part = (value &>> UInt64(left - taken)) & ((1 &<< UInt64(taken)) &- 1)
      bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: part &<< UInt64(free - taken))
      free -= taken
      left -= taken
    }
  }

  /// Writes a number in groups of seven bits, the lowest first; the eighth bit says that another group follows.
  mutating func writeNumber(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      write(rest & 0x7F | 0x80, bits: 8)
      rest >>= 7
    }
    write(rest, bits: 8)
  }

  /// Writes a number with a sign: small amounts take few bits.
  mutating func writeSigned(_ value: Int64) { writeNumber(zigzag(value)) }

  /// Writes a number as its length in bits and the bits below the highest one. The length has 4 bits up to 14, else 10.
  mutating func writeShort(_ value: UInt64) {
    let length = 64 - value.leadingZeroBitCount
    if length < 15 {
      write(UInt64(length), bits: 4)
    } else {
      write(15, bits: 4)
      write(UInt64(length - 1), bits: 6)
    }
    write(value, bits: max(0, length - 1))
  }

  /// Fills the last byte, so that the next number begins with a byte.
  mutating func align() { free = 0 }

  var count: Int { bytes.count * 8 - free }

  /// Writes the bits of another writer behind these, without a gap.
  mutating func append(_ other: BitWriter) {
    guard let last = other.bytes.last else { return }
    for byte in other.bytes.dropLast() { write(UInt64(byte), bits: 8) }
    write(UInt64(last) &>> UInt64(other.free), bits: 8 - other.free)
  }

  mutating func write(_ more: some Sequence<UInt8>) {
    align()
    bytes.append(contentsOf: more)
  }
}

/// Numbers with a sign as numbers without: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4.
@inline(__always) func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value &<< 1) ^ (value >> 63)) }

/// The inverse of ``zigzag(_:)``.
@inline(__always) func unzigzag(_ value: UInt64) -> Int64 {
  Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
}
