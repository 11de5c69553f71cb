import Glibc

/// The aerosol optical depth over a place, from a satellite or a model that uses one.
package struct OpticalDepth: Sendable {
  package let depth: Double
  package let month: Int
  package let age: Double

  package init(_ depth: Double, month: Int, age: Double = 0) {
    self.depth = depth
    self.month = month
    self.age = age
  }
}

/// How much PM2.5 belongs to an optical depth: a ratio of the month, fitted to stations in reach.
package struct SatelliteRatio: Sendable {
  /// A station's concentration, and the optical depth over it at that time.
  package struct Pair: Sendable {
    package let place: Place
    package let month: Int
    /// z of the concentration less x of the depth.
    let step: Double

    package init(place: Place, month: Int, concentration: Double, depth: Double) {
      self.place = place
      self.month = month
      step = LogScale.z(concentration) - SatelliteRatio.x(depth)
    }
  }

  /// The ratio of Atlanta, 2003 to 2005, with a wide error, as if it had been measured this often.
  private static let usual = 4.4
  private static let usualVariance = 1.0
  private static let usualWeight = 20.0

  private let pairs: [[Pair]]

  /// A pair that is not finite is left out.
  package init(_ pairs: [Pair]) {
    self.pairs = (1...12).map { month in pairs.filter { $0.month == month && $0.step.isFinite } }
  }

  package func tier(_ depth: OpticalDepth, at place: Place, without isLeft: (Pair) -> Bool = { _ in false })
    -> TierEstimate
  {
    let ofMonth = pairs.indices.contains(depth.month - 1) ? pairs[depth.month - 1] : []
    let steps = ofMonth.filter { !isLeft($0) && $0.place.distance(to: place) <= AirNetwork.reach }.map(\.step)
    let weight = Self.usualWeight + Double(steps.count)
    let ratio = (Self.usualWeight * Self.usual + steps.reduce(0, +)) / weight
    let squares = steps.reduce(0) { $0 + ($1 - ratio) * ($1 - ratio) }
    return TierEstimate(
      tier: .satellite, z: ratio + Self.x(depth.depth),
      variance: (Self.usualWeight * Self.usualVariance + squares) / weight, age: depth.age)
  }

  static func x(_ depth: Double) -> Double { log(max(depth, 0) + 0.1) }
}
