import Glibc

/// What the CO2 of a cabin says about the phase. It says little: a level is frequent in several phases, and one value
/// follows from the last one, so that each minute counts for a fifth only (choice).
enum CabinCO2 {
  private static let weight = 0.2
  /// A cabin that fills with people rises faster than this, ppm/min. Two people who sleep in a shut room of 30 m³ make 20
  /// (18 l of CO2 an hour each); 150 people in 150 m³ with half of the fresh air of cruise make a hundred and more.
  private static let boardingRise = 30.0
  /// The chance that boarding begins without such a rise, relative to with it.
  private static let withoutRise = 0.02

  /// Median in ppm and spread of the logarithm. Cruise 1,253 ± 164, boarding 1,680 ± 558 ppm (Cui, 52 flights); cruise
  /// 1,353 ± 290 and up to 3,000 while boarding (Cao 2019, 179 flights). The others are choices between them.
  private static func level(_ phase: Phase) -> (median: Double, spread: Double) {
    switch phase {
    case .boarding: (1_700, 0.33)
    case .taxi: (1_900, 0.33)
    case .takeOff, .climb: (1_500, 0.33)
    case .cruise, .descent, .landing: (1_350, 0.3)
    case .arrived: (1_200, 0.4)
    case .preFlight, .unknown: (650, 0.4)
    }
  }

  /// The density of a value in a phase, to the power of its weight.
  /// - Parameters:
  ///   - ppm: the CO2.
  ///   - minutes: since the value before.
  static func density(_ ppm: Double, in phase: Phase, minutes: Double) -> Double {
    let (median, spread) = level(phase)
    let distance = (log(min(max(ppm, 300), 10_000)) - log(median)) / spread
    // A value that none of them expects must not decide by the length of its tail.
    let logarithm = max(-0.5 * distance * distance, -4) - log(spread)
    return exp(logarithm * weight * min(minutes, 5))
  }

  /// The air conditioning runs and nobody comes aboard any more, ppm/min (choice).
  private static let closedDoors = -15.0

  /// How probable the beginning of the taxi is after boarding, by the rise.
  static func taxiBegins(rise: Double?) -> Double { (rise ?? 0) <= closedDoors ? 10 : 0.02 }

  /// How probable the beginning of boarding is, by the rise in ppm/min; `nil` is an unknown one.
  static func boardingBegins(rise: Double?) -> Double { (rise ?? 0) >= boardingRise ? 1 : withoutRise }
}
