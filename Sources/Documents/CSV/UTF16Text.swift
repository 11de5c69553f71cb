/// Turns a file of UTF-16 into UTF-8, a piece at a time. All else passes as it is. Without a byte order mark a 0 beside the first
/// character shows the order.
package struct UTF16Text: Sendable {
  private enum Encoding { case unknown, other, littleEndian, bigEndian }

  private var encoding = Encoding.unknown
  /// Bytes that wait for the next piece.
  private var waiting: [UInt8] = []
  private var highSurrogate: UInt16?

  package init() {}

  package mutating func utf8(of bytes: some Sequence<UInt8>) -> [UInt8] {
    waiting += bytes
    if encoding == .unknown {
      guard waiting.count > 1 else { return [] }
      switch (waiting[0], waiting[1]) {
      case (0xFF, 0xFE), (0xFE, 0xFF):
        encoding = waiting[0] == 0xFF ? .littleEndian : .bigEndian
        waiting.removeFirst(2)
      case (1..., 0): encoding = .littleEndian
      case (0, 1...): encoding = .bigEndian
      default: encoding = .other
      }
    }
    guard encoding != .other else {
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
    var found: [UInt8] = []
    let count = waiting.count / 2 * 2
    for place in stride(from: 0, to: count, by: 2) {
      let (first, second) = (UInt16(waiting[place]), UInt16(waiting[place + 1]))
      append(encoding == .littleEndian ? second << 8 | first : first << 8 | second, to: &found)
    }
    waiting.removeFirst(count)
    return found
  }

  /// What is left at the end of the file.
  package var rest: [UInt8] {
    encoding == .other || encoding == .unknown ? waiting : waiting.isEmpty ? [] : [0xEF, 0xBF, 0xBD]
  }

  private mutating func append(_ unit: UInt16, to bytes: inout [UInt8]) {
    let scalar: Unicode.Scalar?
    if let high = highSurrogate {
      highSurrogate = nil
      scalar =
        UTF16.isTrailSurrogate(unit)
        ? Unicode.Scalar(0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)) : nil
    } else if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
      return
    } else {
      scalar = Unicode.Scalar(unit)
    }
    bytes += Array(String(scalar ?? "\u{FFFD}").utf8)
  }
}
