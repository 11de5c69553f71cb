import WeightBalance

/// Converts weights and arms to positions in a chart: arms or moments to the right, weights upwards.
package struct EnvelopeFrame {
  /// A position from 0 to 1 in both directions, from the lower left.
  package struct Place {
    package let x: Double
    package let y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  package let units: SheetUnits
  /// What moments are divided by; `nil` for a chart by arms.
  let divisor: Int?
  /// The arms, or the divided moments.
  let across: ClosedRange<Double>
  let weights: ClosedRange<Double>

  /// A frame with some space around the envelope, the path of the centre of gravity, and the maximum weights.
  init(_ sheet: LoadSheet, divisor: Int? = nil) {
    (units, self.divisor) = (sheet.units, divisor)
    let units = sheet.units
    let points =
      sheet.category.envelope.value.points.map { (arm: $0.arm, weight: $0.weight) }
      + sheet.burnPath.compactMap { point in point.cg.map { (arm: $0, weight: point.weight) } }
    let places = points.map { (arm: $0.arm.double(in: units.length), weight: $0.weight.double(in: units.weight)) }
    across = Self.range(
      places.map { place in divisor.map { place.arm * place.weight / Double($0) } ?? place.arm })
    let limits = sheet.phases.compactMap { $0.name == .ramp ? nil : $0.maxWeight?.double(in: units.weight) }
    weights = Self.range(places.map(\.weight) + limits)
  }

  package func place(_ arm: Arm, _ weight: Weight) -> Place {
    place(arm.double(in: units.length), weight.double(in: units.weight))
  }

  func place(_ arm: Double, _ weight: Double) -> Place {
    Place(x: x(divisor.map { arm * weight / Double($0) } ?? arm), y: y(weight))
  }

  package func x(_ value: Double) -> Double { (value - across.lowerBound) / (across.upperBound - across.lowerBound) }
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

struct ShownPoint {
  let point: PathPoint
  let position: SheetPosition

  /// All points, or, if there are more than a list can hold, the phases and those that are outside.
  static func all(of sheet: LoadSheet) -> [ShownPoint] {
    let path = sheet.burnPath, most = 40
    return path.filter { path.count <= most || !$0.inEnvelope || $0.isPhase }.map {
      ShownPoint(point: $0, position: SheetWords.position($0, in: sheet))
    }
  }
}

extension PathPoint {
  /// Whether it is one of the four phases, and no change of tanks.
  var isPhase: Bool {
    if case .changeOver = place.corner { return false }
    return !place.isOnTheWay
  }
}
