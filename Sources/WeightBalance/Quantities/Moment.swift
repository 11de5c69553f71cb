/// A weight times an arm, exact. It is positive aft of the datum.
package struct Moment: Sendable, Hashable, Comparable, AdditiveArithmetic {
  /// Steps of weight times steps of length. A product of two quantities within their limits is below 2¹²². A sum stays
  /// within 128 bits because all weights of a sheet or question together are within the limit of one weight.
  let steps: Int128

  /// The greatest weight at the greatest arm.
  static let limit = Moment(steps: WeightUnit.limit * LengthUnit.limit)

  init(steps: Int128) { self.steps = steps }

  package static var zero: Self { Self(steps: 0) }

  /// A decimal number of units of weight times units of length, divided by `divisor` in the source: 1554 with a divisor
  /// of 100 is 155 400 lb·in.
  package init(
    _ number: ExactDecimal, _ weight: WeightUnit, _ length: LengthUnit, divisor: Int = 1
  ) throws(QuantityError) {
    guard divisor > 0, divisor <= 1_000_000,
      let steps = number.scaled(by: weight.steps * length.steps * Int128(divisor)),
      steps.magnitude <= (WeightUnit.limit * LengthUnit.limit).magnitude
    else { throw QuantityError("is too large for a moment; write a smaller number") }
    self.steps = steps
  }

  package static func + (a: Self, b: Self) -> Self { Self(steps: a.steps + b.steps) }
  package static func - (a: Self, b: Self) -> Self { Self(steps: a.steps - b.steps) }
  package static func < (a: Self, b: Self) -> Bool { a.steps < b.steps }

  /// The arm at which a weight has this moment, to the nearest step; `nil` for a weight of zero. For verdicts use the
  /// moment itself, which is exact.
  package func arm(of weight: Weight) -> Arm? {
    rounded(steps, times: 1, over: weight.steps).map(Arm.init(steps:))
  }

  /// The arm at which a weight has this moment, as a decimal number that is rounded only once; `nil` for a weight that
  /// is not positive.
  package func armText(of weight: Weight, in unit: LengthUnit, places: Int) -> String? {
    weight > .zero ? decimalText(steps, over: weight.steps * unit.steps, places: places) : nil
  }

  package func double(in weight: WeightUnit, _ length: LengthUnit) -> Double {
    Double(nearest: steps) / Double(nearest: weight.steps * length.steps)
  }

  /// A decimal number, divided by `divisor` and rounded to this many places.
  package func text(in weight: WeightUnit, _ length: LengthUnit, divisor: Int = 1, places: Int) -> String {
    decimalText(steps, over: weight.steps * length.steps * Int128(max(divisor, 1)), places: places)
  }
}

extension Exact where Unit == WeightUnit {
  package static func * (weight: Weight, arm: Arm) -> Moment { Moment(steps: weight.steps * arm.steps) }
}
