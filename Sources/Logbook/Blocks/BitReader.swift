/// Reads what ``BitWriter`` has written. Each call gives `nil` at the end of the bytes.
struct BitReader {
  private let bytes: ArraySlice<UInt8>
  /// The index of the next byte that is not in ``window``.
  private var next: Int
  /// Bits that are read next, in the high bits.
  private var window: UInt64 = 0
  private var inWindow = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    next = bytes.startIndex
  }

  /// Fills the window if it may not have all bits of the next call.
  private mutating func fill() {
    guard inWindow < 32 else { return }
    while inWindow <= 56, next < bytes.endIndex {
      window |= UInt64(bytes[next]) &<< UInt64(56 - inWindow)
      inWindow += 8
      next += 1
    }
  }

  /// - Parameter count: 0 to 64.
  mutating func read(bits count: Int) -> UInt64? {
    guard count <= 32 else {
      guard count <= 64, let high = read(bits: count - 32), let low = read(bits: 32) else { return nil }
      return high &<< 32 | low
    }
    guard count > 0 else { return count == 0 ? 0 : nil }
    fill()
    guard inWindow >= count else { return nil }
    let value = window &>> UInt64(64 - count)
    window &<<= UInt64(count)
    inWindow -= count
    return value
  }

  /// Counts the ones before the next zero, and reads that zero, or stops after a number of ones.
  mutating func readOnes(atMost limit: Int) -> Int? {
    fill()
    let ones = min((~window).leadingZeroBitCount, inWindow)
    if ones < inWindow, ones < limit {
      window &<<= UInt64(ones + 1)
      inWindow -= ones + 1
      return ones
    }
    guard limit <= inWindow else { return nil }
    window &<<= UInt64(limit)
    inWindow -= limit
    return limit
  }

  mutating func readNumber() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let group = read(bits: 8) else { return nil }
      let part = group & 0x7F
      guard shift < 63 || part <= 1 else { return nil }
      value |= part &<< UInt64(shift)
      if group & 0x80 == 0 { return value }
    }
    return nil
  }

  mutating func readSigned() -> Int64? { readNumber().map(unzigzag) }

  /// What ``BitWriter/writeShort(_:)`` has written.
  mutating func readShort() -> UInt64? {
    guard var length = read(bits: 4) else { return nil }
    if length == 15 {
      guard let longer = read(bits: 6) else { return nil }
      length = longer + 1
    }
    guard length > 0 else { return 0 }
    return read(bits: Int(length) - 1).map { 1 &<< (length - 1) | $0 }
  }

  /// A number that must not be larger than a limit, such as a count.
  mutating func readCount(atMost limit: Int) -> Int? {
    guard let value = readNumber(), value <= UInt64(limit) else { return nil }
    return Int(value)
  }

  /// Goes on with the next whole byte.
  mutating func align() {
    let part = inWindow % 8
    window &<<= UInt64(part)
    inWindow -= part
  }

  mutating func readBytes(_ count: Int) -> ArraySlice<UInt8>? {
    align()
    let start = next - inWindow / 8
    guard count >= 0, count <= bytes.endIndex - start else { return nil }
    window = 0
    inWindow = 0
    next = start + count
    return bytes[start..<next]
  }
}
