/// The checksum CRC-32 of IEEE 802.3, which detects damage of stored bytes.
package enum CRC32 {
  /// The change by each value of a byte that 0 to 7 other bytes follow, so that eight bytes count at once.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    for place in 256..<2048 { tables.append(tables[place - 256] >> 8 ^ tables[Int(tables[place - 256] & 0xFF)]) }
    return tables
  }()

  package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    // One call for all bytes: a generic loop over them takes ten times as long.
    bytes.withContiguousStorageIfAvailable(sum) ?? Array(bytes).withUnsafeBufferPointer(sum)
  }

  private static func sum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var sum = UInt32.max
      var next = 0
      while bytes.count - next >= 8 {
        var new: UInt32 = 0
        for place in 0..<8 {
          let mask = place < 4 ? sum >> UInt32(8 * place) : 0
          new ^= tables[(7 - place) << 8 | Int((mask ^ UInt32(bytes[next + place])) & 0xFF)]
        }
        sum = new
        next += 8
      }
      for byte in bytes[next...] { sum = sum >> 8 ^ tables[Int((sum ^ UInt32(byte)) & 0xFF)] }
      return ~sum
    }
  }
}
