/// Finds places for labels around points of a picture so that they overlap neither each other nor the points.
struct LabelPlacer {
  private let bounds: Box
  private let scale: Double
  private var taken: [Box] = []
  private var ink: [Point] = []
  private var marks: [Point] = []
  /// The lines from labels to their points.
  private var leaders: [(from: Point, to: Point)] = []

  init(within bounds: Box, scale: Double) { (self.bounds, self.scale) = (bounds, scale) }

  mutating func keepFree(_ box: Box) { taken.append(box) }

  /// A point of the picture, which the label of another one should not be nearer to than to its own.
  mutating func keepFree(_ box: Box, around mark: Point) {
    keepFree(box)
    marks.append(mark)
  }

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
    (1, -0.5), (1, 0.5), (-1, -0.5), (-1, 0.5),
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
        let cost = overlap * 20 + Double(covered) * 4 + distance + doubt(box, of: at)
        if best.map({ cost < $0.cost }) ?? true { best = (box, cost) }
      }
    }
    let box = best?.box ?? Box(bounds.x, bounds.y, width, height)
    taken.append(box)
    leaders.append((at, box.nearest(to: at)))
    return box
  }

  /// How much a label at this place may be taken for that of another point: a line that crosses others is hard to follow, and a
  /// reader sees the nearest point first.
  private func doubt(_ box: Box, of at: Point) -> Double {
    let end = box.nearest(to: at), own = at.distance(to: end)
    let crossed = leaders.count { Self.cross((at, end), $0) }
    let line = (1..<10).map { Point(at.x + (end.x - at.x) * Double($0) / 10, at.y + (end.y - at.y) * Double($0) / 10) }
    let hidden = taken.count { label in !label.holds(at) && line.contains { label.holds($0) } }
    let nearer = marks.count { $0 != at && $0.distance(to: box.nearest(to: $0)) < min(own, 25 * scale) }
    return Double(crossed * 100 + hidden * 60 + nearer * 60)
  }

  private static func cross(_ one: (from: Point, to: Point), _ other: (from: Point, to: Point)) -> Bool {
    func side(_ point: Point, _ line: (from: Point, to: Point)) -> Bool {
      (line.to.x - line.from.x) * (point.y - line.from.y) > (line.to.y - line.from.y) * (point.x - line.from.x)
    }
    return side(one.from, other) != side(one.to, other) && side(other.from, one) != side(other.to, one)
  }
}

extension Point {
  fileprivate func distance(to other: Point) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}

extension Box {
  func nearest(to point: Point) -> Point { Point(min(max(point.x, x), right), min(max(point.y, y), bottom)) }

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
