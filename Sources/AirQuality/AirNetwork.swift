import Glibc

/// The observations of one time, and what they say of a place.
package struct AirNetwork: Sendable {
  package static let reach = 500.0
  /// Stations used for an estimate.
  static let most = 8
  static let longestLag = 3.0
  /// How alike two places are, in parts of the sill: what differs at once, and the distance over which the rest does.
  private static let nugget = 0.2
  private static let range = 200.0
  /// The sill is that of the period and that of the stations used, as if the first had been measured this often.
  private static let weightOfSill = 8.0

  package let observations: [Observation]
  package let sources: [AirSource]
  package let period: Period
  private let grid: PlaceGrid
  /// Without old and young ones together, each is young enough.
  private let isOfOneTime: Bool

  package init(_ observations: [Observation], sources: [AirSource] = [], period: Period) {
    self.observations = observations
    self.sources = sources
    self.period = period
    grid = PlaceGrid(observations.map(\.place))
    let ages = observations.map(\.age)
    isOfOneTime = (ages.max() ?? 0) - (ages.min() ?? 0) <= Self.longestLag
  }

  /// The nearest observations, nearest first. One that is not finite is missing.
  func nearest(_ count: Int, to place: Place, within reach: Double, without left: Int?) -> [PlaceGrid.Neighbour] {
    grid.nearest(count, to: place, within: reach) { $0 != left && observations[$0].concentration.isFinite }
  }

  /// The nearest observations that an estimate at a place uses, nearest first.
  func used(at place: Place, without left: Int? = nil) -> [PlaceGrid.Neighbour] {
    guard !isOfOneTime else { return nearest(Self.most, to: place, within: Self.reach, without: left) }
    let all = nearest(observations.count, to: place, within: Self.reach, without: left)
    let youngest = all.map { observations[$0.index].age }.min() ?? 0
    return Array(all.lazy.filter { observations[$0.index].age - youngest <= Self.longestLag }.prefix(Self.most))
  }

  /// What the stations around a place say: the best linear unbiased estimate from the nearest (ordinary kriging).
  package func stationTier(
    at place: Place, without left: Int? = nil, factor: Double = 1
  ) -> Result<TierEstimate, AirUnknown> {
    let used = used(at: place, without: left)
    guard let first = used.first else { return .failure(.nothingInReach) }
    let observed = used.map { observations[$0.index] }
    let values = observed.map { LogScale.z($0.concentration) }
    let towards = used.map { Self.unlikeness($0.distance) }
    let count = used.count
    var rows = [[Double]](repeating: [Double](repeating: 1, count: count + 2), count: count + 1)
    var (scatter, pairs) = (0.0, 0.0)
    for row in 0..<count {
      rows[row][row] = -observed[row].ownError * observed[row].ownError / period.sill
      rows[row][count + 1] = towards[row]
      for column in row + 1..<max(count, row + 1) {
        let between = Self.unlikeness(observed[row].place.distance(to: observed[column].place))
        rows[row][column] = between
        rows[column][row] = between
        let step = values[row] - values[column]
        scatter += step * step / (2 * between)
        pairs += 1
      }
    }
    rows[count][count] = 0
    guard let solution = LinearEquations.solve(rows) else { return .failure(.nothingInReach) }
    let weights = solution.prefix(count)
    let z = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 }
    let share = zip(weights, towards).reduce(solution[count]) { $0 + $1.0 * $1.1 }
    let free = Double(count - 1)
    let sill =
      (Self.weightOfSill * period.sill + (pairs > 0 ? free * scatter / pairs : 0)) / (Self.weightOfSill + free)
    let amounts = weights.map(abs)
    let age = zip(amounts, observed).reduce(0) { $0 + $1.0 * $1.1.age } / amounts.reduce(0, +)
    return .success(
      TierEstimate(
        tier: .station, z: z, variance: max(1e-6, sill * share * factor), age: age, nearest: first.distance,
        highest: observed.map { max($0.concentration, 0) }.max(),
        inputs: zip(used, weights).map {
          TierEstimate.Input(observation: $0.index, distance: $0.distance, weight: $1)
        }))
  }

  /// Half the mean square of what differs between two places, in parts of the sill.
  private static func unlikeness(_ distance: Double) -> Double { nugget + 1 - exp(-distance / range) }
}
