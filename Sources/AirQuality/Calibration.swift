import Glibc

/// How far the truth lies from estimates, in sigmas, for six kinds of them.
package struct Calibration: Sendable, Equatable {
  package enum Level: Int, Sendable, CaseIterable {
    case clean, moderate, smoke
  }

  /// A kind of estimate. What is clean or smoke is known from the estimate and its stations, not from the truth.
  package struct Cell: Sendable, Hashable {
    package let level: Level
    package let isNear: Bool

    package init(level: Level, isNear: Bool) {
      self.level = level
      self.isNear = isNear
    }

    var index: Int { level.rawValue * 2 + (isNear ? 0 : 1) }
  }

  package struct Bounds: Sendable, Equatable {
    package let lower: Double
    package let upper: Double

    package init(lower: Double, upper: Double) {
      self.lower = lower
      self.upper = upper
    }
  }

  /// An estimate beside what was measured there.
  package struct Sample: Sendable {
    package let cell: Cell
    /// (z of the truth − z of the estimate)/σ
    package let deviation: Double

    package init(cell: Cell, deviation: Double) {
      self.cell = cell
      self.deviation = deviation
    }
  }

  package let stationFactor: Double
  /// In the order of cells.
  package let bounds: [Bounds]

  /// Fewer samples than this say little.
  static let fewest = 100

  /// Of the first half of the US files.
  package static func usual(_ period: Period) -> Calibration {
    let (lower, upper) =
      switch period {
      case .hour: ([-2.63, -2.13, -2.71, -2.48, -2.04, -2.69], [3.68, 2.90, 2.27, 2.01, 1.85, 1.94])
      case .day: ([-1.94, -2.07, -2.04, -2.66, -2.86, -2.97], [3.25, 2.32, 2.11, 1.88, 1.51, 1.82])
      }
    return Calibration(stationFactor: 1, bounds: zip(lower, upper).map { Bounds(lower: $0, upper: $1) })
  }

  package subscript(cell: Cell) -> Bounds { bounds[cell.index] }

  /// Of six bounds.
  package init(stationFactor: Double, bounds: [Bounds]) {
    self.stationFactor = stationFactor
    self.bounds = bounds
  }

  /// The station factor from (z of the truth − z of the tier)²/σ² of a network's own stations.
  package static func stationFactor(_ squares: [Double]) -> Double {
    guard squares.count >= fewest else { return 1 }
    return min(max(squares.reduce(0, +) / Double(squares.count), 0.25), 4)
  }

  /// A network's own numbers (split conformal): they hold for what comes, as long as it is like what was.
  package init(stationFactor: Double, samples: [Sample], usual: Calibration) {
    let sorted = (0..<6).map { index in samples.filter { $0.cell.index == index }.map(\.deviation).sorted() }
    let all = samples.map(\.deviation).sorted()
    let bounds = (0..<6).map { index -> Bounds in
      let level = index / 2 * 2
      let choices = [sorted[index], (sorted[level] + sorted[level + 1]).sorted(), all]
      guard let own = choices.first(where: { $0.count >= Self.fewest }) else { return usual.bounds[index] }
      let more = Double(own.count + 1)
      let low = max(1, Int((0.025 * more).rounded(.down))), high = min(own.count, Int((0.975 * more).rounded(.up)))
      return Bounds(lower: min(own[low - 1], -1e-6), upper: max(own[high - 1], 1e-6))
    }
    self.init(stationFactor: stationFactor, bounds: bounds)
  }
}
