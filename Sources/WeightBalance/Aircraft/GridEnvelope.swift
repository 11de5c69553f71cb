/// A faster form of an envelope for large numbers of verdicts. The verdicts are the same exact ones, but weights and
/// arms must be whole numbers of a step.
///
/// The corners are whole steps too, so the side of a line is a difference of two products of 64 bits.
package struct GridEnvelope: Sendable {
  /// An edge between two weights, as the arm at its lower end and its slope, in steps.
  private struct Edge {
    let lowWeight: Int64, highWeight: Int64
    let arm: Int64
    let rise: Int64, run: Int64
  }
  /// A horizontal edge: all arms from `forward` to `aft` at one weight are on it, in steps.
  private struct Level {
    let weight: Int64, forward: Int64, aft: Int64
  }

  /// For a convex envelope, which nearly all are: a point is inside if it is on the outer side of no edge.
  private struct HalfPlane {
    let byWeight: Int64, byArm: Int64, constant: Int64
  }

  private let halfPlanes: [HalfPlane]
  private let edges: [Edge]
  private let levels: [Level]
  private let lowest: Int64, highest: Int64

  /// Products and differences of two such numbers stay within 64 bits.
  private static let limit: Int64 = 1 << 29

  /// Returns `nil` if a corner is not a whole number of steps, or is too many steps away.
  package init?(_ envelope: Envelope, weightStep: Weight, armStep: Arm) {
    guard weightStep > .zero, armStep > .zero else { return nil }
    var corners: [(weight: Int64, arm: Int64)] = []
    for point in envelope.points {
      let (weight, noWeight) = point.weight.steps.quotientAndRemainder(dividingBy: weightStep.steps)
      let (arm, noArm) = point.arm.steps.quotientAndRemainder(dividingBy: armStep.steps)
      guard noWeight == 0, noArm == 0, let weight = Int64(exactly: weight), let arm = Int64(exactly: arm),
        weight.magnitude < Self.limit.magnitude, arm.magnitude < Self.limit.magnitude
      else { return nil }
      corners.append((weight, arm))
    }
    var edges: [Edge] = [], levels: [Level] = []
    for (index, from) in corners.enumerated() {
      let to = corners[(index + 1) % corners.count]
      if from.weight == to.weight {
        levels.append(Level(weight: from.weight, forward: min(from.arm, to.arm), aft: max(from.arm, to.arm)))
        continue
      }
      let (low, high) = from.weight < to.weight ? (from, to) : (to, from)
      edges.append(
        Edge(
          lowWeight: low.weight, highWeight: high.weight, arm: low.arm, rise: high.arm - low.arm,
          run: high.weight - low.weight))
    }
    halfPlanes = Self.halfPlanes(of: corners) ?? []
    self.edges = edges
    self.levels = levels
    lowest = corners.map(\.weight).min() ?? 0
    highest = corners.map(\.weight).max() ?? 0
  }

  /// The edges with their inner side positive; `nil` if the polygon turns both ways.
  private static func halfPlanes(of corners: [(weight: Int64, arm: Int64)]) -> [HalfPlane]? {
    let lines = corners.indices.map { index in
      let from = corners[index], to = corners[(index + 1) % corners.count]
      let byWeight = to.arm - from.arm, byArm = from.weight - to.weight
      return HalfPlane(
        byWeight: byWeight, byArm: byArm, constant: -(byWeight * from.weight + byArm * from.arm))
    }
    for sign in [Int64(1), -1] {
      let turned = lines.map {
        HalfPlane(byWeight: sign * $0.byWeight, byArm: sign * $0.byArm, constant: sign * $0.constant)
      }
      let isConvex = turned.allSatisfy { line in
        corners.allSatisfy { line.byWeight * $0.weight + line.byArm * $0.arm + line.constant >= 0 }
      }
      if isConvex { return turned }
    }
    return nil
  }

  /// Whether a weight at an arm, both in steps, is inside or on the edge. A weight of zero or less never is.
  package func contains(weight: Int32, arm: Int32) -> Bool { isInside(Int64(weight), Int64(arm)) }

  /// How many of some points are inside or on the edge.
  package func count(weights: [Int32], arms: [Int32]) -> Int {
    var count = 0
    for index in 0..<min(weights.count, arms.count) where isInside(Int64(weights[index]), Int64(arms[index])) {
      count += 1
    }
    return count
  }

  private func isInside(_ weight: Int64, _ arm: Int64) -> Bool {
    guard weight >= lowest, weight <= highest, weight > 0, arm.magnitude < Self.limit.magnitude else { return false }
    if !halfPlanes.isEmpty {
      // Without a branch: the processor cannot predict the result for random points or for points near a limit.
      var least = Int64.max
      for plane in halfPlanes { least = min(least, plane.byWeight * weight + plane.byArm * arm + plane.constant) }
      return least >= 0
    }
    var isInside = false, isOnEdge = false
    for edge in edges where edge.lowWeight <= weight && weight <= edge.highWeight {
      let side = (arm - edge.arm) * edge.run - edge.rise * (weight - edge.lowWeight)
      isOnEdge = isOnEdge || side == 0
      isInside = isInside != (side > 0 && weight < edge.highWeight)
    }
    for level in levels { isOnEdge = isOnEdge || (weight == level.weight && level.forward <= arm && arm <= level.aft) }
    return isInside || isOnEdge
  }
}
