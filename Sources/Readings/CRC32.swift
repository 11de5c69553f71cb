/// The checksum CRC-32 of IEEE 802.3, which detects damage of stored bytes.
package enum CRC32 {
  /// The change by each value of a byte.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
  }

  package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    // One call for all bytes: a generic loop over them takes ten times as long.
    bytes.withContiguousStorageIfAvailable(sum) ?? Array(bytes).withUnsafeBufferPointer(sum)
  }

  private static func sum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let table = table
    var sum = UInt32.max
    for byte in bytes { sum = sum >> 8 ^ table[Int((sum ^ UInt32(byte)) & 0xFF)] }
    return ~sum
  }
}
