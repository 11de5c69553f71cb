/// Finds places for labels around points of a picture so that they overlap neither each other nor the points.
struct LabelPlacer {
  /// A rectangle, from its upper left corner.
  struct Box {
    var x: Double, y: Double, width: Double, height: Double

    func overlap(_ other: Box) -> Double {
      let wide = min(x + width, other.x + other.width) - max(x, other.x)
      let high = min(y + height, other.y + other.height) - max(y, other.y)
      return wide > 0 && high > 0 ? wide * high : 0
    }

    func holds(_ other: Box) -> Bool {
      other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }

    func holds(_ px: Double, _ py: Double) -> Bool { px >= x && px <= x + width && py >= y && py <= y + height }
  }

  private let bounds: Box
  private var taken: [Box] = []
  private var ink: [(x: Double, y: Double)] = []

  init(within bounds: Box) { self.bounds = bounds }

  /// Keeps a box free.
  mutating func keepFree(_ box: Box) { taken.append(box) }

  /// A line that labels should not cover.
  mutating func avoid(from x1: Double, _ y1: Double, to x2: Double, _ y2: Double) {
    for step in 0...40 {
      let part = Double(step) / 40
      ink.append((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part))
    }
  }

  private static let directions: [(x: Double, y: Double)] = [
    (1, 0), (1, -1), (1, 1), (-1, 0), (-1, -1), (-1, 1), (0, -1), (0, 1), (0.5, -1), (-0.5, -1), (0.5, 1), (-0.5, 1),
  ]

  /// The box of a label of this size near a point, with the least harm.
  mutating func place(_ width: Double, _ height: Double, near x: Double, _ y: Double) -> Box {
    var best: (box: Box, cost: Double)?
    for distance in [9.0, 16, 26, 40, 60, 85, 120] {
      for direction in Self.directions {
        let box = Box(
          x: x + direction.x * (distance + width / 2) - width / 2,
          y: y + direction.y * (distance + height / 2) - height / 2, width: width, height: height)
        guard bounds.holds(box) else { continue }
        let overlap = taken.reduce(0) { $0 + $1.overlap(box) }
        let covered = ink.reduce(0) { $0 + (box.holds($1.x, $1.y) ? 1 : 0) }
        let cost = overlap * 20 + Double(covered) * 4 + distance
        if best.map({ cost < $0.cost }) ?? true { best = (box, cost) }
      }
    }
    let box = best?.box ?? Box(x: bounds.x, y: bounds.y, width: width, height: height)
    taken.append(box)
    return box
  }
}
