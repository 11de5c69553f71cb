import Glibc

/// What the CO2 of a cabin says about the phase: whether people are aboard before the flight. It says little, since one value
/// follows from the last one, so that each minute counts for a fifth only (choice). Whether an aircraft flies it does not say:
/// the air of a light aircraft with open vents is as good as that of an empty room.
enum CabinCO2 {
  private static let weight = 0.2
  /// A cabin that fills with people rises faster than this, ppm/min. Two people who sleep in a shut room of 30 m³ make 20
  /// (18 l of CO2 an hour each); 150 people in 150 m³ with half of the fresh air of cruise make a hundred and more.
  private static let boardingRise = 30.0
  /// The chance that boarding begins without such a rise, relative to with it.
  private static let withoutRise = 0.02

  /// Median in ppm and spread of the logarithm: boarding 1,680 ± 558 ppm (Cui, 52 flights) and up to 3,000 (Cao 2019, 179
  /// flights), the others are choices.
  private static let emptyCabin = (median: 650.0, spread: 0.4)
  private static let boarding = (median: 1_700.0, spread: 0.33)
  private static let taxi = (median: 1_900.0, spread: 0.33)

  /// The density of a value in a phase before the flight, to the power of its weight; `nil` for other phases.
  /// - Parameters:
  ///   - ppm: the CO2.
  ///   - minutes: since the value before.
  static func density(_ ppm: Double, in phase: Phase, minutes: Double) -> Double? {
    let level: (median: Double, spread: Double)
    switch phase {
    case .preFlight: level = emptyCabin
    case .boarding: level = boarding
    case .taxi: level = taxi
    default: return nil
    }
    return exp(fit(log(min(max(ppm, 300), 10_000)), level) * weight * min(minutes, 5))
  }

  /// The logarithm of the density. A value that none of them expects must not decide by the length of its tail.
  private static func fit(_ value: Double, _ level: (median: Double, spread: Double)) -> Double {
    let distance = (value - log(level.median)) / level.spread
    return max(-0.5 * distance * distance, -4) - log(level.spread)
  }

  /// The air conditioning runs and boarding has ended, ppm/min (choice).
  private static let closedDoors = -15.0

  /// How probable the beginning of the taxi is after boarding, by the rise.
  static func taxiBegins(rise: Double?) -> Double { (rise ?? 0) <= closedDoors ? 10 : 0.02 }

  /// How probable the beginning of boarding is, by the rise in ppm/min; `nil` is an unknown one.
  static func boardingBegins(rise: Double?) -> Double { (rise ?? 0) >= boardingRise ? 1 : withoutRise }
}
