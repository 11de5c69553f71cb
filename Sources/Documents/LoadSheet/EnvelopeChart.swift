import WeightBalance

/// Converts weights and arms to positions in a chart: arms to the right, weights upwards.
package struct EnvelopeFrame {
  /// A position from 0 to 1 in both directions, from the lower left.
  package struct Place {
    package let x: Double
    package let y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  /// A round number on an axis.
  package struct Tick {
    package let value: Double
    package let text: String
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

  /// The multiples of 1, 2 or 5 times a power of ten in a range, at most this many.
  package static func ticks(_ range: ClosedRange<Double>, atMost count: Int) -> [Tick] {
    let rough = (range.upperBound - range.lowerBound) / Double(max(count, 2) - 1)
    guard rough > 0, rough.isFinite else { return [] }
    var exponent = -9, power = 1e-9
    while power * 10 <= rough { (exponent, power) = (exponent + 1, power * 10) }
    let factor = [1, 2, 5, 10].first { Double($0) * power >= rough } ?? 10
    let step = Double(factor) * power
    let first = (range.lowerBound / step).rounded(.up), last = (range.upperBound / step).rounded(.down)
    guard first.magnitude < 1e12, last.magnitude < 1e12, last - first < 100, first <= last else { return [] }
    return (Int(first)...Int(last)).map {
      Tick(value: Double($0) * step, text: decimal($0 * factor, exponent: exponent))
    }
  }

  /// A whole number times a power of ten, as a decimal number.
  private static func decimal(_ number: Int, exponent: Int) -> String {
    if exponent >= 0 { return number == 0 ? "0" : "\(number)" + String(repeating: "0", count: exponent) }
    var digits = String(number.magnitude)
    if digits.count <= -exponent { digits = String(repeating: "0", count: 1 - exponent - digits.count) + digits }
    var text = digits.dropLast(-exponent) + "." + digits.suffix(-exponent)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return (number < 0 ? "-" : "") + text
  }

  private static func range(_ values: [Double]) -> ClosedRange<Double> {
    let low = values.min() ?? 0, high = values.max() ?? 1
    let room = high > low ? (high - low) * 0.08 : 0.5
    return low - room...high + room
  }
}
