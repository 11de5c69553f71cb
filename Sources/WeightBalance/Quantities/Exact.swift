/// Why a number is not a valid quantity.
package struct QuantityError: Error, Sendable, Hashable {
  package let message: String

  init(_ message: String) { self.message = message }
}

package typealias Weight = Exact<WeightUnit>
/// A distance from the datum, positive aft and negative forward of it: see ``Exact``.
package typealias Arm = Exact<LengthUnit>
/// An amount of fuel: see ``Exact``.
package typealias Volume = Exact<VolumeUnit>

/// A quantity as a whole number of very small steps, so that sums, differences and comparisons are exact in every unit.
package struct Exact<Unit: QuantityUnit>: Sendable, Hashable, Comparable, AdditiveArithmetic {
  let steps: Int128

  init(steps: Int128) { self.steps = steps }

  package static var zero: Self { Self(steps: 0) }

  /// More decimals are not a measurement but the noise of a binary sum, such as 2300.0000000000005 lb.
  private static var billion: Int128 { 1_000_000_000 }

  /// A decimal number of units, rounded to nine places and then to the nearest step.
  package init(_ number: ExactDecimal, _ unit: Unit) throws(QuantityError) {
    guard let billionths = number.scaled(by: Self.billion),
      let steps = rounded(billionths, times: unit.steps, over: Self.billion), steps.magnitude <= Unit.limit.magnitude
    else {
      let limit = Self(steps: Unit.limit).text(in: unit, places: 0)
      throw QuantityError("is too large: \(Unit.quantityWithArticle) is at most \(limit) \(unit.symbol)")
    }
    self.steps = steps
  }

  /// A decimal number of units, as text.
  package init(_ text: some StringProtocol, _ unit: Unit) throws(QuantityError) {
    guard let number = ExactDecimal(text) else { throw QuantityError("is not a number: “\(text)”") }
    try self.init(number, unit)
  }

  /// A whole number of units, at most the limit of the unit.
  package init(_ whole: Int, _ unit: Unit) {
    let wanted = Int128(whole) * unit.steps
    steps = min(max(wanted, -Unit.limit), Unit.limit)
  }

  package static func + (a: Self, b: Self) -> Self { Self(steps: a.steps + b.steps) }
  package static func - (a: Self, b: Self) -> Self { Self(steps: a.steps - b.steps) }
  package static prefix func - (a: Self) -> Self { Self(steps: -a.steps) }
  package static func < (a: Self, b: Self) -> Bool { a.steps < b.steps }

  /// The nearest binary number, for drawing and statistics. Limits are never checked with it.
  package func double(in unit: Unit) -> Double { Double(nearest: steps) / Double(nearest: unit.steps) }

  /// As a decimal number, rounded to some places, without trailing zeros: `2300`, `44.739`.
  package func text(in unit: Unit, places: Int, rounding: Rounding = .nearest) -> String {
    decimalText(steps, over: unit.steps, places: places, rounding: rounding)
  }
}

/// How to round the digits that are not shown.
package enum Rounding: Sendable {
  /// To the nearest digit, halves away from zero.
  case nearest
  /// Towards plus infinity, for what has to be removed.
  case up
  /// Towards minus infinity, for what still fits.
  case down
}

/// A fraction as a decimal number with at most this many places, without trailing zeros. The denominator is positive.
func decimalText(_ numerator: Int128, over denominator: Int128, places: Int, rounding: Rounding = .nearest) -> String {
  let places = min(max(places, 0), 9)
  let scale = powerOfTen(places)
  let product = numerator.magnitude.multipliedFullWidth(by: scale.magnitude)
  guard denominator > 0, product.high < denominator.magnitude else { return "0" }
  var (quotient, remainder) = denominator.magnitude.dividingFullWidth(product)
  let isNegative = numerator < 0
  let goesUp =
    switch rounding {
    case .nearest: remainder >= denominator.magnitude - remainder
    case .up: remainder > 0 && !isNegative
    case .down: remainder > 0 && isNegative
    }
  if goesUp { quotient += 1 }
  let (whole, fraction) = quotient.quotientAndRemainder(dividingBy: scale.magnitude)
  var text = isNegative && quotient != 0 ? "-\(whole)" : "\(whole)"
  if fraction != 0 {
    var digits = String(fraction)
    digits = "." + String(repeating: "0", count: places - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    text += digits
  }
  return text
}
