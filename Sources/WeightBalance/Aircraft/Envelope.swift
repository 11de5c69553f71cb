/// Why a list of points is not an envelope.
package struct EnvelopeError: Error, Sendable, Hashable {
  package let message: String
  /// The index of the point at fault in the given list, if there is one.
  package let point: Int?

  init(_ message: String, point: Int? = nil) {
    self.message = message
    self.point = point
  }
}

/// The allowed weights and centres of gravity: a closed polygon whose edges are straight in CG.
///
/// The edges are straight in CG, not in moment: this reproduces the moment limit table of the Beech K35
/// (FAA-H-8083-25C, figure 10-9) within rounding. Points on an edge or a corner are inside. All verdicts are exact.
package struct Envelope: Sendable, Hashable {
  package struct Point: Sendable, Hashable {
    /// The gross weight, not negative.
    package let weight: Weight
    /// The arm of the centre of gravity, from the datum.
    package let arm: Arm

    package init(weight: Weight, arm: Arm) {
      self.weight = weight
      self.arm = arm
    }
  }

  /// The corners in the order in which they were given, without repetitions and without a closing point.
  package let points: [Point]
  package let lowestWeight: Weight
  package let highestWeight: Weight
  /// The limits between neighbouring corners, from the highest to the lowest weight; the first and the last are those
  /// above and below the ring.
  let slabs: [EnvelopeSlab]
  /// Whether each weight has one range of arms and no limit jumps, as in all charts of flight manuals.
  let isPlain: Bool

  /// Far more than any chart has. The area of a polygon with this many corners stays within 128 bits.
  private static let pointLimit = 100

  /// Accepts a polygon in either direction. The first point may be repeated at the end, and points may occur twice in a
  /// row.
  package init(points given: [Point]) throws(EnvelopeError) {
    guard given.count <= Self.pointLimit else {
      throw EnvelopeError("has \(given.count) points, more than \(Self.pointLimit)")
    }
    if let negative = given.firstIndex(where: { $0.weight < .zero }) {
      throw EnvelopeError("has a negative weight", point: negative)
    }
    var ring: [(point: Point, index: Int)] = []
    for (index, point) in given.enumerated() where ring.last?.point != point { ring.append((point, index)) }
    while let first = ring.first, ring.count > 1, ring.last?.point == first.point { ring.removeLast() }
    guard Set(ring.map(\.point)).count >= 3 else {
      throw EnvelopeError("has fewer than 3 different points and encloses nothing; give at least 3")
    }
    let corners = ring.map(\.point)
    let weights = corners.map(\.weight)
    guard corners.contains(where: { Self.turn(corners[0], corners[1], $0) != 0 }) else {
      throw EnvelopeError("has no area, because all its points are on one line; check the points")
    }
    if let crossing = Self.crossing(of: corners) {
      let (first, second) = (ring[crossing.0].index + 1, ring[crossing.1].index + 1)
      throw EnvelopeError(
        "crosses itself: the line from point \(first) meets the line from point \(second)",
        point: ring[crossing.1].index)
    }
    points = corners
    lowestWeight = weights.min() ?? .zero
    highestWeight = weights.max() ?? .zero
    (slabs, isPlain) = Self.slabs(of: corners)
  }

  /// Whether a loading is inside or on the edge, exactly. A weight that is not positive never is.
  package func contains(weight: Weight, moment: Moment) -> Bool {
    guard weight >= lowestWeight, weight <= highestWeight, weight > .zero else { return false }
    var isInside = false
    for index in points.indices {
      let from = points[index], to = points[index + 1 < points.count ? index + 1 : 0]
      let (low, high) = from.weight <= to.weight ? (from, to) : (to, from)
      guard low.weight <= weight, weight <= high.weight else { continue }
      if low.weight == high.weight {
        let ends = [weight * low.arm, weight * high.arm].sorted()
        if ends[0] <= moment, moment <= ends[1] { return true }
        continue
      }
      switch Self.side(of: weight, moment, from: low, to: high) {
      case .orderedSame: return true
      case .orderedAft where weight < high.weight: isInside.toggle()
      default: break
      }
    }
    return isInside
  }

  /// Whether a weight at a centre of gravity is inside or on the edge, exactly.
  package func contains(weight: Weight, arm: Arm) -> Bool { contains(weight: weight, moment: weight * arm) }

  /// Whether a weight at a rounded centre of gravity is inside or on the edge. A slanted limit is seldom a decimal
  /// number, so half a millionth of an inch on either side counts as inside.
  func contains(weight: Weight, roundedArm arm: Arm) -> Bool {
    [.zero, Self.roundingError, -Self.roundingError].contains { contains(weight: weight, arm: arm + $0) }
  }

  private static let roundingError = Arm(steps: LengthUnit.inches.steps / 2_000_000)

  /// The outermost forward and aft limits at a weight, to the nearest step of length; `nil` below and above the
  /// envelope.
  package func limits(at weight: Weight) -> (forward: Arm, aft: Arm)? {
    guard weight >= lowestWeight, weight <= highestWeight else { return nil }
    var arms: [Arm] = []
    for index in points.indices {
      let from = points[index], to = points[index + 1 < points.count ? index + 1 : 0]
      guard min(from.weight, to.weight) <= weight, weight <= max(from.weight, to.weight) else { continue }
      if from.weight == to.weight {
        arms += [from.arm, to.arm]
      } else {
        let rise = rounded(
          (to.arm - from.arm).steps, times: (weight - from.weight).steps, over: (to.weight - from.weight).steps)
        arms.append(Arm(steps: from.arm.steps + (rise ?? 0)))
      }
    }
    guard let forward = arms.min(), let aft = arms.max() else { return nil }
    return (forward, aft)
  }

  /// The side of a line on which a loading is.
  private enum Side { case orderedForward, orderedSame, orderedAft }

  /// On which side of a line, whose ends have different weights, a loading is. Both sides of (M − c₁W)(w₂ − w₁) = W(c₂
  /// − c₁)(W − w₁) are products of 256 bits; nothing is divided, so nothing is rounded.
  private static func side(of weight: Weight, _ moment: Moment, from low: Point, to high: Point) -> Side {
    let left = (moment - weight * low.arm).steps.multipliedFullWidth(by: (high.weight - low.weight).steps)
    let right = (weight * (high.arm - low.arm)).steps.multipliedFullWidth(by: (weight - low.weight).steps)
    if left == right { return .orderedSame }
    return (left.high, left.low) < (right.high, right.low) ? .orderedForward : .orderedAft
  }

  /// The first two edges that meet anywhere except at a shared corner, by the index of the corner at which each begins.
  private static func crossing(of ring: [Point]) -> (Int, Int)? {
    for first in ring.indices {
      for second in ring.indices where second > first {
        let a = ring[first], b = ring[(first + 1) % ring.count]
        let c = ring[second], d = ring[(second + 1) % ring.count]
        let isNext = second == first + 1, isPrevious = (second + 1) % ring.count == first
        if isNext || isPrevious {
          // Neighbours share a corner; they meet elsewhere only if the second one runs back along the first.
          let (outer, corner, other) = isNext ? (a, b, d) : (c, a, b)
          if turn(outer, corner, other) == 0, isBetween(outer, other, from: corner) { return (first, second) }
        } else if meet(a, b, c, d) {
          return (first, second)
        }
      }
    }
    return nil
  }

  /// Whether two points on one line through a corner are on the same side of it.
  private static func isBetween(_ a: Point, _ b: Point, from corner: Point) -> Bool {
    let weights = ((a.weight - corner.weight).steps.signum(), (b.weight - corner.weight).steps.signum())
    let arms = ((a.arm - corner.arm).steps.signum(), (b.arm - corner.arm).steps.signum())
    return weights.0 == weights.1 && arms.0 == arms.1
  }

  private static func meet(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    let ends = (turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b))
    if ends.0 != ends.1, ends.2 != ends.3, ends.0 * ends.1 <= 0, ends.2 * ends.3 <= 0 { return true }
    return (ends.0 == 0 && isWithin(c, a, b)) || (ends.1 == 0 && isWithin(d, a, b))
      || (ends.2 == 0 && isWithin(a, c, d)) || (ends.3 == 0 && isWithin(b, c, d))
  }

  /// Whether a point on the line through two others is between them.
  private static func isWithin(_ point: Point, _ a: Point, _ b: Point) -> Bool {
    min(a.weight, b.weight) <= point.weight && point.weight <= max(a.weight, b.weight)
      && min(a.arm, b.arm) <= point.arm && point.arm <= max(a.arm, b.arm)
  }

  /// The sign of the turn from one point over a second to a third.
  private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Int128 {
    ((b.weight - a.weight) * (c.arm - a.arm) - (c.weight - a.weight) * (b.arm - a.arm)).steps.signum()
  }
}
