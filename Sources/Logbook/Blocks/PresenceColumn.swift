/// Writes in which readings of a block something is present: the first answer, whether there is another one, and then
/// the lengths of the runs of equal answers.
enum PresenceColumn {
  static func write(_ present: [Bool], to bits: inout BitWriter) {
    guard var before = present.first else { return }
    bits.write(before ? 1 : 0, bits: 1)
    let isEven = !present.contains(!before)
    bits.write(isEven ? 0 : 1, bits: 1)
    guard !isEven else { return bits.align() }
    var code = RiceCode()
    var length: UInt64 = 0
    for now in present {
      if now != before {
        code.write(length, to: &bits)
        length = 0
        before = now
      }
      length += 1
    }
    code.write(length, to: &bits)
    bits.align()
  }

  /// - Returns: `nil` if the bytes end early or are not from ``write(_:to:)``.
  static func read(_ count: Int, from bits: inout BitReader) -> [Bool]? {
    guard count > 0 else { return [] }
    guard let first = bits.read(bits: 1), let hasRuns = bits.read(bits: 1) else { return nil }
    guard hasRuns == 1 else {
      bits.align()
      return Array(repeating: first == 1, count: count)
    }
    var present: [Bool] = []
    present.reserveCapacity(count)
    var now = first == 1
    var code = RiceCode()
    while present.count < count {
      guard let length = code.read(from: &bits), length > 0, length <= UInt64(count - present.count) else { return nil }
      present.append(contentsOf: repeatElement(now, count: Int(length)))
      now.toggle()
    }
    bits.align()
    return present
  }
}
