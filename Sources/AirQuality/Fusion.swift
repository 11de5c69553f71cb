import Glibc

/// Several tiers as one: the best linear unbiased estimate in z, with the covariance of their errors.
package struct Fusion: Sendable {
  /// What a tier gives to the whole.
  package struct Share: Sendable {
    package let tier: TierEstimate
    /// In z, with what its age adds.
    package let sigma: Double
    package let weight: Double
    /// Whether it is within three sigma of the others; if not, it is shown and left out.
    package let fits: Bool
  }

  package let z: Double
  package let sigma: Double
  package let shares: [Share]

  package static let farthestFit = 3.0
  /// What age adds in the end, in z squared, and the hours in which most of it comes: between the US and Beijing.
  private static let growth = 1.0
  private static let growthTime = 18.0

  package init(_ tiers: [TierEstimate]) throws(AirUnknown) {
    let tiers = tiers.sorted { $0.tier < $1.tier }
    let covariance = Self.covariance(tiers)
    var left = Array(tiers.indices)
    while left.count > 1, let place = Self.misfit(left, tiers, covariance) { left.remove(at: place) }
    guard !left.isEmpty else { throw .nothingInReach }
    let best = Self.best(left, tiers, covariance)
    z = best.z
    sigma = best.variance.squareRoot()
    shares = tiers.indices.map {
      Share(
        tier: tiers[$0], sigma: covariance[$0][$0].squareRoot(), weight: best.weights[$0], fits: left.contains($0))
    }
  }

  package static func grown(_ variance: Double, age: Double) -> Double {
    variance + growth * (1 - exp(-max(age, 0) / growthTime))
  }

  /// Stations and satellite err together: 0.3 of the whole, measured on Atlanta.
  static func correlation(_ first: Tier, _ second: Tier) -> Double {
    [first, second].sorted() == [.station, .satellite] ? 0.3 : first == second ? 1 : 0
  }

  private static func covariance(_ tiers: [TierEstimate]) -> [[Double]] {
    let variances = tiers.map { grown($0.variance, age: $0.age) }
    return tiers.indices.map { row in
      tiers.indices.map { column in
        guard row != column else { return variances[row] }
        return correlation(tiers[row].tier, tiers[column].tier) * (variances[row] * variances[column]).squareRoot()
      }
    }
  }

  /// Of a subset of the tiers; the others have weight 0. A weight below 0 would count a tier against itself.
  private static func best(
    _ subset: [Int], _ tiers: [TierEstimate], _ covariance: [[Double]]
  ) -> (z: Double, variance: Double, weights: [Double]) {
    var subset = subset
    while true {
      let rows = subset.map { row in subset.map { covariance[row][$0] } + [1] }
      let raw = LinearEquations.solve(rows) ?? subset.map { 1 / covariance[$0][$0] }
      let sum = raw.reduce(0, +)
      if subset.count > 1, let lowest = raw.indices.min(by: { raw[$0] / sum < raw[$1] / sum }), raw[lowest] / sum < 0 {
        subset.remove(at: lowest)
        continue
      }
      var weights = [Double](repeating: 0, count: tiers.count)
      var z = 0.0
      for (place, tier) in subset.enumerated() {
        weights[tier] = raw[place] / sum
        z += weights[tier] * tiers[tier].z
      }
      return (z, 1 / sum, weights)
    }
  }

  /// The place in `left` of the tier that is to be left out.
  private static func misfit(_ left: [Int], _ tiers: [TierEstimate], _ covariance: [[Double]]) -> Int? {
    let gaps = left.map { tier in
      let rest = best(left.filter { $0 != tier }, tiers, covariance)
      var variance = covariance[tier][tier]
      for first in left where first != tier {
        variance -= 2 * rest.weights[first] * covariance[tier][first]
        for second in left where second != tier {
          variance += rest.weights[first] * rest.weights[second] * covariance[first][second]
        }
      }
      return abs(tiers[tier].z - rest.z) / max(variance, 1e-12).squareRoot()
    }
    guard let widest = gaps.max(), widest > farthestFit else { return nil }
    if left.count == 2 { return covariance[left[0]][left[0]] > covariance[left[1]][left[1]] ? 0 : 1 }
    return gaps.firstIndex(of: widest)
  }
}
