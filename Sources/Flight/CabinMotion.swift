import Glibc

/// How the altitude of a cabin moves in a state, as densities of its mean rate over an interval.
///
/// Sources: a Boeing 737's controller climbs the cabin by at most 600 ft/min and lets it down by 350 ft/min by default, 750
/// and 500 to 750 ft/min as options (pprune.org/2753571-post14, by its maker). At touchdown an A320 releases what is left at
/// 500 ft/min, for 55 s (FCOM DSC-21-20-30 as quoted at avistory.tistory.com); about 300 ft are kept until then
/// (a captain at amtraktrains.com, post 1008254). Before the take-off the cabin goes some 100 ft below the field
/// (airliners.1999.257 at kls2.com; 0.1 psi is 190 ft). Light aircraft climb at 500 to 1,000 ft/min (cruise climb of the
/// handbooks in data/aircraft). All spreads are choices, tuned on one half of the flights of `make proof-flight`.
enum CabinMotion: Int, CaseIterable {
  case ground, pump, liftOff, climbPressurised, climbOpen, levelPressurised, levelOpen, descentPressurised, descentOpen
  case landingPressurised, approachOpen, release

  /// Kept, since `allCases` makes a new array each time.
  static let all = allCases
  static let count = all.count

  /// A normal density with its share.
  struct Part {
    let share: Double
    /// Feet per minute, or feet if it is a step.
    let mean: Double
    let spread: Double

    init(_ share: Double, _ mean: Double, _ spread: Double) {
      (self.share, self.mean, self.spread) = (share, mean, spread)
    }
  }

  /// The difference of two values of a good barometer, feet: 0.1 hPa each with rounding.
  private static let noise = 7.0
  /// The weather, ft/min: 2 hPa an hour is a quick change.
  private static let weather = 1.0
  /// Stairs, lifts, doors and air conditioning: how often a minute, and how far in feet.
  private static let jumps = 0.04
  private static let jump: (usual: Double, long: Double) = (50, 350)

  /// How far a motion is like standing still. Relative to the ground, so that stillness alone is hardly ever a sign of it: a
  /// cabin is as still in cruise as on the ground, and an autopilot holds an altitude almost as well.
  private var still: Double {
    switch self {
    case .ground: 1
    case .levelPressurised: 0.995
    case .landingPressurised: 0.9
    case .levelOpen: 0.87
    case .approachOpen: 0.3
    default: 0
    }
  }

  /// The two parts of the rate. A second part is what happens seldom: a slower climb, turbulence.
  private var parts: (Part, Part) {
    switch self {
    case .ground: (Part(0.05, 0, 15), Part(0, 0, 1))
    case .pump: (Part(1, -130, 60), Part(0, 0, 1))
    case .liftOff: (Part(1, 450, 300), Part(0, 0, 1))
    case .climbPressurised: (Part(0.75, 430, 140), Part(0.25, 150, 120))
    case .climbOpen: (Part(0.8, 550, 280), Part(0.2, 220, 120))
    case .levelPressurised: (Part(0.05, 0, 15), Part(0.05, 0, 60))
    case .levelOpen: (Part(0.3, 0, 40), Part(0.2, 0, 120))
    case .descentPressurised: (Part(0.75, -350, 110), Part(0.25, -140, 100))
    case .descentOpen: (Part(0.8, -500, 250), Part(0.2, -220, 120))
    case .landingPressurised: (Part(0.15, -50, 70), Part(0.05, 0, 60))
    case .approachOpen: (Part(0.5, -250, 200), Part(0.3, 0, 80))
    case .release: (Part(1, 190, 75), Part(0, 0, 1))
    }
  }

  /// Whether it is a step of some feet, and no rate.
  var isStep: Bool { self == .pump || self == .release }

  /// The whole of its parts as one normal density, in which a change within an interval is computed.
  private var whole: (mean: Double, spread: Double) {
    let (first, second) = parts
    let share = still + first.share + second.share
    let mean = (first.share * first.mean + second.share * second.mean) / share
    let square =
      (first.share * (first.spread * first.spread + first.mean * first.mean)
        + second.share * (second.spread * second.spread + second.mean * second.mean)) / share
    return (mean, max(0, square - mean * mean).squareRoot())
  }

  /// The density of a mean rate over an interval in which it does not change.
  /// - Parameters:
  ///   - rate: ft/min.
  ///   - minutes: the length of the interval.
  func density(_ rate: Double, over minutes: Double) -> Double {
    let scale = isStep ? 1 / minutes : 1
    func value(_ part: Part) -> Double {
      guard part.share > 0 else { return 0 }
      return part.share * normal(rate, part.mean * scale, Self.widened(part.spread * scale, minutes))
    }
    let (first, second) = parts
    var sum = value(first) + value(second)
    if still > 0 {
      sum += still * normal(rate, 0, Self.widened(Self.weather, minutes))
      let share = min(0.3, Self.jumps * minutes)
      sum +=
        share * (0.75 * normal(rate, 0, Self.jump.usual / minutes) + 0.25 * normal(rate, 0, Self.jump.long / minutes))
    }
    return sum
  }

  /// The density of a mean rate over an interval within which one motion becomes another, at any time.
  static func density(_ rate: Double, over minutes: Double, from old: CabinMotion, to new: CabinMotion) -> Double {
    let between = bridge(from: old, to: new) ?? new
    let before = old.whole, after = between.whole
    var sum = 0.0
    for share in quadrature {
      let oldShare = old.isStep ? 1 / minutes : 1 - share, newShare = between.isStep ? 1 / minutes : share
      let oldSpread = before.spread * oldShare, newSpread = after.spread * newShare
      sum += normal(
        rate, before.mean * oldShare + after.mean * newShare,
        widened((oldSpread * oldSpread + newSpread * newSpread).squareRoot(), minutes))
    }
    return sum / Double(quadrature.count)
  }

  /// The motion that must have been between two others, both of which are level.
  private static func bridge(from old: CabinMotion, to new: CabinMotion) -> CabinMotion? {
    switch (old, new) {
    case (.ground, .levelOpen), (.pump, .levelOpen), (.ground, .approachOpen): .climbOpen
    case (.ground, .levelPressurised), (.pump, .levelPressurised): .climbPressurised
    case (.levelOpen, .ground): .descentOpen
    case (.levelPressurised, .ground), (.levelPressurised, .release), (.levelPressurised, .landingPressurised):
      .descentPressurised
    default: nil
    }
  }

  private static let quadrature = [0.125, 0.375, 0.625, 0.875]

  private static func widened(_ spread: Double, _ minutes: Double) -> Double {
    (spread * spread + noise * noise / (minutes * minutes)).squareRoot()
  }
}

func normal(_ value: Double, _ mean: Double, _ spread: Double) -> Double {
  let distance = (value - mean) / spread
  return exp(-0.5 * distance * distance) / (spread * 2.506_628_274_631)
}
