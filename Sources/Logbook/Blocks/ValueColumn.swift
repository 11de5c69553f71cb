/// Writes a list of values exactly. Values with few decimals, which is what sensors send, are written as whole numbers;
/// others bit by bit.
enum ValueColumn {
  /// The most decimals that are tried; another value here says that the bits follow.
  private static let mostDecimals = 6
  private static let asBits: UInt64 = 15
  private static let powers: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
  /// Whole numbers up to here have a `Double` of their own.
  private static let exact = 9_007_199_254_740_992.0

  /// - Parameter isPacked: whether the column may begin and end within a byte.
  static func write(_ values: [Double], to bits: inout BitWriter, isPacked: Bool = false) {
    for (decimals, power) in powers.enumerated() {
      guard let numbers = whole(values, times: power) else { continue }
      bits.write(UInt64(decimals), bits: 4)
      return NumberColumn.write(numbers, to: &bits, isPacked: isPacked)
    }
    bits.write(asBits, bits: 4)
    NumberColumn.write(values.map { Int64(bitPattern: $0.bitPattern) }, to: &bits, isPacked: isPacked)
  }

  /// - Returns: `nil` if the bytes end early or are not from ``write(_:to:isPacked:)``.
  static func read(_ count: Int, from bits: inout BitReader, isPacked: Bool = false) -> [Double]? {
    guard let decimals = bits.read(bits: 4),
      let numbers = NumberColumn.read(count, from: &bits, isPacked: isPacked)
    else { return nil }
    if decimals == asBits { return numbers.map { Double(bitPattern: UInt64(bitPattern: $0)) } }
    guard decimals <= UInt64(mostDecimals) else { return nil }
    let power = powers[Int(decimals)]
    return numbers.map { Double($0) / power }
  }

  /// The values as whole numbers of this part of a unit; `nil` if one of them would not come back exactly.
  private static func whole(_ values: [Double], times power: Double) -> [Int64]? {
    var numbers: [Int64] = []
    numbers.reserveCapacity(values.count)
    for value in values {
      let number = (value * power).rounded()
      guard abs(number) < exact, number / power == value, value != 0 || value.sign == .plus else { return nil }
      numbers.append(Int64(number))
    }
    return numbers
  }
}
