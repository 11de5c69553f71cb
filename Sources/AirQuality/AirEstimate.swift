import Glibc

/// The fine particles at a place: a value, an interval in which the truth lies 95 times of 100, and what it comes from.
package struct AirEstimate: Sendable {
  package let fusion: Fusion
  package let cell: Calibration.Cell
  package let bounds: Calibration.Bounds

  package init(_ tiers: [TierEstimate], calibration: Calibration) throws(AirUnknown) {
    fusion = try Fusion(tiers)
    cell = Self.cell(fusion)
    bounds = calibration[cell]
  }

  /// In µg/m³.
  package var value: Double { LogScale.concentration(fusion.z) }
  package var lower: Double { LogScale.concentration(fusion.z + bounds.lower * fusion.sigma) }
  package var upper: Double { LogScale.concentration(fusion.z + bounds.upper * fusion.sigma) }
  /// In hours, of what it comes from.
  package var age: Double { fusion.shares.reduce(0) { $0 + $1.weight * $1.tier.age } }
  /// After the specification's 3 h it says little of now.
  package var isOld: Bool { age > Double(AirClaim.oldest) / 3600 }

  /// That the true class is the shown one.
  package func probabilityOfClass(in index: AirIndex) -> Double {
    let edges = index.bounds(of: value)
    return (edges.upper.map(probability(below:)) ?? 1) - (edges.lower.map(probability(below:)) ?? 0)
  }

  /// That the truth is below a concentration: Student's t of 4 degrees, each side as wide as its bound.
  package func probability(below concentration: Double) -> Double {
    let deviation = (LogScale.z(concentration) - fusion.z) / fusion.sigma
    let x = 2.7764451051977987 * deviation / (deviation >= 0 ? bounds.upper : -bounds.lower)
    // For a far x, x·x has no end, and the share is 2.
    let share = abs(x) > 1e100 ? (x > 0 ? 2 : -2) : x / (1 + x * x / 4).squareRoot()
    return 0.5 + 0.375 * share * (1 - share * share / 12)
  }

  private static func cell(_ fusion: Fusion) -> Calibration.Cell {
    let value = LogScale.concentration(fusion.z)
    let station = fusion.shares.first { $0.tier.tier == .station && $0.weight > 0 }?.tier
    let isSmoke = station?.highest ?? 0 > 35.4 || value >= 35.5
    return Calibration.Cell(
      level: isSmoke ? .smoke : value < 9.1 ? .clean : .moderate, isNear: station?.nearest ?? .infinity <= 10)
  }
}

extension AirEstimate {
  /// The estimate beside what was measured there, for a calibration.
  package func sample(_ concentration: Double) -> Calibration.Sample {
    Calibration.Sample(cell: cell, deviation: (LogScale.z(concentration) - fusion.z) / fusion.sigma)
  }

  package func holds(_ concentration: Double) -> Bool {
    (bounds.lower...bounds.upper).contains(sample(concentration).deviation)
  }
}

extension AirNetwork {
  /// What the others say of a station's place.
  package func estimate(without left: Int, calibration: Calibration) -> Result<AirEstimate, AirUnknown> {
    stationTier(at: observations[left].place, without: left, factor: calibration.stationFactor).flatMap { tier in
      Result { () throws(AirUnknown) in try AirEstimate([tier], calibration: calibration) }
    }
  }
}
