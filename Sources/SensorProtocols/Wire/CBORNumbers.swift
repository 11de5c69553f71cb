import Readings

/// Finds numbers after text keys in CBOR (RFC 8949), at any depth. It builds no tree: these sensors send one or two
/// maps, and the other contents change with the firmware.
enum CBORNumbers {
  /// One decoded item; only numbers and texts keep their value.
  private enum Item {
    case number(Double)
    /// The first four letters of a text. No key that is looked for is longer.
    case text(UInt32)
    case other
  }

  /// The sensors need three levels (a map in a map in an array); malicious nesting must not exhaust the stack.
  private static let deepest = 8

  /// Calls `found` for each key, with its letters as one number, and its value.
  /// - Returns: whether the bytes were well-formed to the end.
  static func read(_ bytes: RawSpan, from start: Int, found: (_ key: UInt32, _ value: Double) -> Void) -> Bool {
    var offset = start
    while offset < bytes.byteCount {
      guard item(in: bytes, at: &offset, depth: 0, found: found) != nil else { return false }
    }
    return true
  }

  /// A key of up to four letters in the form in which ``read(_:from:found:)`` passes it.
  static func key(_ letters: StaticString) -> UInt32 {
    letters.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
  }

  private static func item(
    in bytes: RawSpan, at offset: inout Int, depth: Int, found: (UInt32, Double) -> Void
  ) -> Item? {
    guard depth <= deepest, let head = bytes.uint8(at: offset) else { return nil }
    offset += 1
    let kind = head >> 5, detail = head & 0x1F
    if kind == 7 { return simpleOrFloat(detail, in: bytes, at: &offset) }
    guard let argument = argument(detail, in: bytes, at: &offset) else { return nil }
    switch kind {
    case 0: return .number(Double(argument))
    case 1: return .number(-1 - Double(argument))
    case 2, 3:
      guard let count = Int(exactly: argument), bytes.holds(count, at: offset) else { return nil }
      var letters: UInt32 = 0
      for index in 0..<min(count, 4) { letters = letters << 8 | UInt32(bytes.uint8(at: offset + index) ?? 0) }
      // CBOR may be wrapped in a byte string. A byte string without CBOR is skipped.
      if kind == 2, count > 0 {
        _ = nested(in: bytes.extracting(offset..<offset + count), depth: depth + 1, found: found)
      }
      offset += count
      return kind == 3 ? .text(letters) : .other
    case 4:
      for _ in 0..<argument {
        guard item(in: bytes, at: &offset, depth: depth + 1, found: found) != nil else { return nil }
      }
      return .other
    case 5:
      for _ in 0..<argument {
        guard let key = item(in: bytes, at: &offset, depth: depth + 1, found: found),
          let value = item(in: bytes, at: &offset, depth: depth + 1, found: found)
        else { return nil }
        if case .text(let letters) = key, case .number(let number) = value { found(letters, number) }
      }
      return .other
    default: return item(in: bytes, at: &offset, depth: depth + 1, found: found)  // A tag before its item.
    }
  }

  private static func nested(in bytes: RawSpan, depth: Int, found: (UInt32, Double) -> Void) -> Bool {
    var offset = 0
    // Only a map or an array is examined, because any byte is some valid CBOR.
    guard let head = bytes.uint8(at: 0), head >> 5 == 4 || head >> 5 == 5 else { return false }
    return item(in: bytes, at: &offset, depth: depth, found: found) != nil
  }

  /// The number in the head or in the bytes after it. Strings, arrays and maps of indefinite length (31) are rejected.
  private static func argument(_ detail: UInt8, in bytes: RawSpan, at offset: inout Int) -> UInt64? {
    if detail < 24 { return UInt64(detail) }
    guard detail < 28 else { return nil }
    let count = 1 << Int(detail - 24)
    guard bytes.holds(count, at: offset) else { return nil }
    var value: UInt64 = 0
    for index in 0..<count { value = value << 8 | UInt64(bytes.uint8(at: offset + index) ?? 0) }
    offset += count
    return value
  }

  private static func simpleOrFloat(_ detail: UInt8, in bytes: RawSpan, at offset: inout Int) -> Item? {
    guard detail >= 24 else { return .other }
    guard let raw = argument(detail, in: bytes, at: &offset) else { return nil }
    // 24 is a simple value of one byte; 25 to 27 are floats of two, four and eight bytes.
    guard detail > 24, let number = FloatBits.value(raw, count: 1 << Int(detail - 24)) else { return .other }
    return .number(number)
  }
}
