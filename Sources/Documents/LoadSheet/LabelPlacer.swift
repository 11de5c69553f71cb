/// Finds places for labels around points of a picture so that they overlap neither each other nor the points.
struct LabelPlacer {
  private let bounds: Box
  private let scale: Double
  private var taken: [Box] = []
  private var ink: [Point] = []

  init(within bounds: Box, scale: Double) { (self.bounds, self.scale) = (bounds, scale) }

  mutating func keepFree(_ box: Box) { taken.append(box) }

  /// A line that labels should not cover.
  mutating func avoid(_ from: Point, _ to: Point) {
    let steps = min(max(Int((to.x - from.x).magnitude + (to.y - from.y).magnitude) / 4, 1), 100)
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      ink.append(Point(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part))
    }
  }

  private static let directions: [(x: Double, y: Double)] = [
    (1, 0), (1, -1), (1, 1), (-1, 0), (-1, -1), (-1, 1), (0, -1), (0, 1), (0.5, -1), (-0.5, -1), (0.5, 1), (-0.5, 1),
  ]

  /// The box of a label of this size near a point, with the least harm.
  mutating func place(_ width: Double, _ height: Double, near at: Point) -> Box {
    var best: (box: Box, cost: Double)?
    for distance in [6.0, 10, 16, 26, 40, 60, 85, 120].map({ $0 * scale }) {
      for direction in Self.directions {
        let box = Box(
          at.x + direction.x * (distance + width / 2) - width / 2,
          at.y + direction.y * (distance + height / 2) - height / 2, width, height)
        guard bounds.holds(box) else { continue }
        let overlap = taken.reduce(0) { $0 + $1.overlap(box) }
        let covered = ink.reduce(0) { $0 + (box.holds($1) ? 1 : 0) }
        let cost = overlap * 20 + Double(covered) * 4 + distance
        if best.map({ cost < $0.cost }) ?? true { best = (box, cost) }
      }
    }
    let box = best?.box ?? Box(bounds.x, bounds.y, width, height)
    taken.append(box)
    return box
  }
}

extension Box {
  fileprivate func overlap(_ other: Box) -> Double {
    let wide = min(right, other.right) - max(x, other.x), high = min(bottom, other.bottom) - max(y, other.y)
    return wide > 0 && high > 0 ? wide * high : 0
  }

  fileprivate func holds(_ other: Box) -> Bool {
    other.x >= x && other.y >= y && other.right <= right && other.bottom <= bottom
  }

  fileprivate func holds(_ point: Point) -> Bool {
    point.x >= x && point.x <= right && point.y >= y && point.y <= bottom
  }
}
