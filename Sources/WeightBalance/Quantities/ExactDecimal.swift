/// A decimal number as it was written: digits and a power of ten, never a binary fraction.
///
/// 1466.3 is stored as 14663 × 10⁻¹. Digits after the 30th decimal place are dropped, because no quantity resolves
/// them.
package struct ExactDecimal: Sendable, Hashable {
  let digits: Int128
  /// The power of ten: 0…36 or −30…−1.
  let exponent: Int

  /// The maximum number of digits. It leaves room to multiply by the steps of any unit.
  private static let digitLimit = 36
  private static let decimalPlaceLimit = 30

  private init(digits: Int128, exponent: Int) {
    self.digits = digits
    self.exponent = exponent
  }

  package init(_ whole: Int) {
    self.init(digits: Int128(whole), exponent: 0)
  }

  /// Reads `-12`, `12.5`, `.5` or `1.25e3`. Returns `nil` for anything else, including "NaN" and "inf", and for numbers
  /// of 10³⁶ and more.
  package init?(_ text: some StringProtocol) {
    var rest = Substring(text).utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let mantissaAndExponent = rest.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 | 0x20 == UInt8(ascii: "e") })
    guard let mantissa = mantissaAndExponent.first else { return nil }
    var shift = 0
    if mantissaAndExponent.count == 2 {
      guard let written = Int(Substring(mantissaAndExponent[1])), (-1000...1000).contains(written) else { return nil }
      shift = written
    }
    var written: [UInt8] = []
    var sawPoint = false, sawDigit = false
    for character in mantissa {
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        sawDigit = true
        if !written.isEmpty || character != UInt8(ascii: "0") { written.append(character & 0x0F) }
        if sawPoint { shift -= 1 }
      case UInt8(ascii: ".") where !sawPoint: sawPoint = true
      default: return nil
      }
    }
    guard sawDigit else { return nil }
    while written.last == 0 {
      written.removeLast()
      shift += 1
    }
    while shift < -Self.decimalPlaceLimit, !written.isEmpty {
      written.removeLast()
      shift += 1
    }
    guard !written.isEmpty else {
      self.init(0)
      return
    }
    guard written.count + shift <= Self.digitLimit else { return nil }
    // At most 36 digits remain before the point; those after it that no longer fit are dropped.
    while written.count > Self.digitLimit {
      written.removeLast()
      shift += 1
    }
    let magnitude = written.reduce(Int128(0)) { $0 * 10 + Int128($1) }
    self.init(digits: isNegative ? -magnitude : magnitude, exponent: shift)
  }

  /// The number times a scale, rounded to the nearest whole number, halves away from zero; `nil` if it is too large.
  func scaled(by scale: Int128) -> Int128? {
    guard exponent < 0 else {
      let (power, overflowed) = scale.multipliedReportingOverflow(by: powerOfTen(exponent))
      if overflowed { return nil }
      let (product, overflowedToo) = digits.multipliedReportingOverflow(by: power)
      return overflowedToo ? nil : product
    }
    return rounded(digits, times: scale, over: powerOfTen(-exponent))
  }
}

/// 10 to a power of 0 to 38.
func powerOfTen(_ power: Int) -> Int128 { (0..<power).reduce(1) { product, _ in product * 10 } }

/// a × b / c, exact except for one rounding to the nearest whole number, halves away from zero; `nil` if the result
/// does not fit or c is zero.
func rounded(_ a: Int128, times b: Int128, over c: Int128) -> Int128? {
  guard c != 0 else { return nil }
  let product = a.magnitude.multipliedFullWidth(by: b.magnitude)
  let divisor = c.magnitude
  guard product.high < divisor else { return nil }
  var (quotient, remainder) = divisor.dividingFullWidth(product)
  if remainder >= divisor - remainder { quotient += 1 }
  guard let magnitude = Int128(exactly: quotient) else { return nil }
  return a.signum() * b.signum() * c.signum() < 0 ? -magnitude : magnitude
}
