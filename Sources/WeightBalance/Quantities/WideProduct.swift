/// A whole number of up to 256 bits: the product of two quantities that do not fit into 128 bits, and sums of a few such
/// products.
struct WideProduct: Comparable, Hashable, Sendable {
  let high: Int128
  let low: UInt128

  init(_ a: Int128, times b: Int128) {
    let product = a.multipliedFullWidth(by: b)
    self.init(high: product.high, low: product.low)
  }

  static let zero = Self(high: 0, low: 0)

  private init(high: Int128, low: UInt128) {
    self.high = high
    self.low = low
  }

  /// The sums that are formed here have far less than 255 bits, so nothing overflows.
  static func + (a: Self, b: Self) -> Self {
    let (low, carry) = a.low.addingReportingOverflow(b.low)
    return Self(high: a.high &+ b.high &+ (carry ? 1 : 0), low: low)
  }

  static func - (a: Self, b: Self) -> Self {
    let (low, borrow) = a.low.subtractingReportingOverflow(b.low)
    return Self(high: a.high &- b.high &- (borrow ? 1 : 0), low: low)
  }

  static func < (a: Self, b: Self) -> Bool { (a.high, a.low) < (b.high, b.low) }

  var isNegative: Bool { high < 0 }

  /// The number without its sign, in parts of 64 bits, the least significant first.
  fileprivate var magnitude: [UInt64] {
    let positive = isNegative ? Self.zero - self : self
    return [
      UInt64(truncatingIfNeeded: positive.low), UInt64(truncatingIfNeeded: positive.low >> 64),
      UInt64(truncatingIfNeeded: positive.high), UInt64(truncatingIfNeeded: positive.high >> 64),
    ]
  }
}

/// An exact fraction that is only compared: a numerator of up to 256 bits over a product of two positive numbers.
struct WideFraction: Comparable {
  let numerator: WideProduct
  let denominator: WideProduct

  static func < (a: Self, b: Self) -> Bool {
    if a.numerator.isNegative != b.numerator.isNegative { return a.numerator.isNegative }
    let left = product(a.numerator.magnitude, b.denominator.magnitude)
    let right = product(b.numerator.magnitude, a.denominator.magnitude)
    return a.numerator.isNegative ? isLess(right, left) : isLess(left, right)
  }

  static func == (a: Self, b: Self) -> Bool { !(a < b) && !(b < a) }

  private static func product(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
    var product = [UInt64](repeating: 0, count: a.count + b.count)
    for (offset, digit) in a.enumerated() {
      var carry: UInt64 = 0
      for (index, other) in b.enumerated() {
        // The greatest digit squared and two more digits still fit into 128 bits.
        let sum = UInt128(digit) * UInt128(other) + UInt128(product[offset + index]) + UInt128(carry)
        product[offset + index] = UInt64(truncatingIfNeeded: sum)
        carry = UInt64(truncatingIfNeeded: sum >> 64)
      }
      product[offset + b.count] = carry
    }
    return product
  }

  /// Both have the same number of digits.
  private static func isLess(_ a: [UInt64], _ b: [UInt64]) -> Bool {
    for (left, right) in zip(a.reversed(), b.reversed()) where left != right { return left < right }
    return false
  }
}
