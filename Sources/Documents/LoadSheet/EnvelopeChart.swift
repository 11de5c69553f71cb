import WeightBalance

/// Converts weights and arms to positions in a chart: arms to the right, weights upwards.
package struct EnvelopeFrame {
  /// A position from 0 to 1 in both directions, from the lower left.
  package struct Place {
    package let x: Double
    package let y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  package let units: SheetUnits
  package let arms: ClosedRange<Double>
  package let weights: ClosedRange<Double>

  /// A frame with some space around the envelope and the path of the centre of gravity.
  package init(_ sheet: LoadSheet) {
    units = sheet.units
    let points =
      sheet.category.envelope.value.points.map { (arm: $0.arm, weight: $0.weight) }
      + sheet.burnPath.compactMap { point in point.cg.map { (arm: $0, weight: point.weight) } }
    arms = Self.range(points.map { $0.arm.double(in: sheet.units.length) })
    weights = Self.range(points.map { $0.weight.double(in: sheet.units.weight) })
  }

  package func place(_ arm: Arm, _ weight: Weight) -> Place {
    Place(x: x(arm.double(in: units.length)), y: y(weight.double(in: units.weight)))
  }

  package func x(_ arm: Double) -> Double { (arm - arms.lowerBound) / (arms.upperBound - arms.lowerBound) }
  package func y(_ weight: Double) -> Double {
    (weight - weights.lowerBound) / (weights.upperBound - weights.lowerBound)
  }

  /// Round numbers on an axis, at most this many.
  static func ticks(_ range: ClosedRange<Double>, atMost count: Int) -> [ValueScale.Tick] {
    ValueScale.ticks(from: range.lowerBound, to: range.upperBound, atMost: count, text: FixedNumber.text)
  }

  private static func range(_ values: [Double]) -> ClosedRange<Double> {
    let low = values.min() ?? 0, high = values.max() ?? 1
    let room = high > low ? (high - low) * 0.08 : 0.5
    return low - room...high + room
  }
}
