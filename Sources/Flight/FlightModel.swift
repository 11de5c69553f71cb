import Glibc

/// A small hidden Markov model of a flight: states, their order, and what each shows. It computes one step forward or
/// backward over an observation. Rabiner, A Tutorial on Hidden Markov Models, Proc. IEEE 77 (1989), 257.
struct FlightModel {
  private let order = FlightOrder()
  /// The factor of each change in the present step. Kept, so that a step allocates nothing.
  private var factors = [Double](repeating: 0, count: FlightState.count * FlightState.count)
  private var motions = [Double](repeating: 0, count: CabinMotion.count * CabinMotion.count)

  /// An interval longer than this can hide a whole climb or descent, min.
  private static let longInterval = 15.0
  /// How much a hidden climb or descent moves a cabin, feet.
  private static let hiddenMove = 4_000.0
  /// The share of values that no motion explains, a minute: a sensor that was carried or replaced.
  private static let unexplained = 1e-5
  /// No state is ever impossible, since what is seen can be wrong; a minute.
  private static let leastChance = 1e-9

  /// How much rarer a take-off is while no session runs (choice: a flight in a month, and not one in half a day).
  private static let unexpectedFlight = 0.006

  init() {}

  /// What is known before the first value.
  static func start(feet: Double?) -> [Double] {
    var chances = [Double](repeating: 0, count: FlightState.count)
    let field = feet.map { FlightPlaces.field($0, departure: nil) } ?? 1
    let cruise = feet.map { FlightPlaces.pressurisedCruise($0) } ?? 1
    for state in FlightState.all {
      // Choice: three recordings in a hundred begin in the air.
      chances[state.rawValue] =
        switch state {
        case .preFlight: 0.89 * field
        case .boarding: 0.06 * field
        case .taxi: 0.02 * field
        case .arrived: 0.002 * field
        case .climbPressurised, .descentPressurised: 0.002
        case .cruisePressurised: 0.01 * cruise
        case .cruiseOpen: 0.003
        case .climbOpen, .descentOpenBegun, .descentOpen: 0.0005
        case .holdPressurised, .holdOpen: 0.0005
        case .pump, .liftOff, .landingPressurised, .landingOpen, .release: 0.0002
        }
    }
    normalise(&chances)
    return chances
  }

  /// Goes on with the phase of a run before. A restart takes seconds, a long loss of power hours (choice: it goes on 99 of 100
  /// times).
  static func goOn(with known: Phase, _ chances: inout [Double]) {
    let count = Double(FlightState.all.count { $0.phase == known })
    guard count > 0 else { return }
    for state in FlightState.all {
      chances[state.rawValue] = 0.01 * chances[state.rawValue] + (state.phase == known ? 0.99 / count : 0)
    }
  }

  mutating func observe(_ seen: FlightObservation) {
    if let rate = seen.rate { measure(rate, seen) }
    let whole = Int(min(max(seen.minutes.rounded(), 1), Double(FlightOrder.longest)))
    let field = seen.feet.map { FlightPlaces.field($0, departure: seen.departure) } ?? 1
    let cruise = seen.feet.map { FlightPlaces.pressurisedCruise($0) } ?? 1
    let open = seen.feet.map { FlightPlaces.openCruise($0, departure: seen.departure) } ?? 1
    let boarding = CabinCO2.boardingBegins(rise: seen.co2Rise)
    let taxi = CabinCO2.taxiBegins(rise: seen.co2Rise)
    for new in FlightState.all {
      let air = seen.co2.map { CabinCO2.density($0, in: new.phase, minutes: seen.minutes) ?? seen.co2Elsewhere } ?? 1
      for old in FlightState.all {
        var factor = order.chance(of: new.rawValue, after: old.rawValue, minutes: whole) + Self.leastChance
        if seen.change != nil { factor *= motions[old.motion.rawValue * CabinMotion.count + new.motion.rawValue] }
        if old.phase.isAirborne {
          if new == .cruisePressurised || new == .holdPressurised, old.motion != new.motion { factor *= cruise }
          if new == .cruiseOpen || new == .holdOpen, old.motion != new.motion { factor *= open }
          if !new.phase.isAirborne || new == .landingPressurised && old != new { factor *= field }
        } else if new.phase == .takeOff {
          factor *= seen.isExpected ? 1 : Self.unexpectedFlight
        } else if new == .boarding, old != new {
          factor *= boarding
        } else if new == .taxi, old == .boarding {
          factor *= taxi
        }
        factors[old.rawValue * FlightState.count + new.rawValue] = factor * air
      }
    }
  }

  /// Sets ``FlightObservation/co2Elsewhere`` from the chances before the step.
  static func weighCO2(_ seen: inout FlightObservation, _ before: [Double]) {
    guard let co2 = seen.co2 else { return }
    var sum = 0.0, weight = 1e-12
    for state in FlightState.all {
      guard let density = CabinCO2.density(co2, in: state.phase, minutes: seen.minutes) else { continue }
      sum += (before[state.rawValue] + 1e-12) * density
      weight += before[state.rawValue] + 1e-12
    }
    seen.co2Elsewhere = sum / weight
  }

  private mutating func measure(_ rate: Double, _ seen: FlightObservation) {
    let isLong = seen.minutes > Self.longInterval
    for old in CabinMotion.all {
      for new in CabinMotion.all {
        var density =
          old == new
          ? new.density(rate, over: seen.minutes)
          : CabinMotion.density(rate, over: seen.minutes, from: old, to: new)
        let isHidden = isLong && (old != .ground || new != .ground)
        density += isHidden ? normal(rate, 0, Self.hiddenMove / seen.minutes) : 0
        density += Self.unexplained * seen.minutes * normal(rate, 0, Self.hiddenMove / seen.minutes)
        motions[old.rawValue * CabinMotion.count + new.rawValue] = density
      }
    }
  }

  /// One step forward: the chances after the observation.
  func forward(_ before: [Double], into after: inout [Double]) {
    for new in 0..<FlightState.count {
      var sum = 0.0
      for old in 0..<FlightState.count { sum += before[old] * factors[old * FlightState.count + new] }
      after[new] = sum
    }
    Self.normalise(&after)
  }

  /// One step backward: how well each state before the observation explains what follows.
  func backward(_ after: [Double], into before: inout [Double]) {
    for old in 0..<FlightState.count {
      var sum = 0.0
      for new in 0..<FlightState.count { sum += factors[old * FlightState.count + new] * after[new] }
      before[old] = sum
    }
    Self.normalise(&before)
  }

  static func normalise(_ chances: inout [Double]) {
    var sum = 0.0
    for chance in chances { sum += chance }
    guard sum.isFinite, sum > 0 else {
      for index in chances.indices { chances[index] = 1 / Double(chances.count) }
      return
    }
    for index in chances.indices { chances[index] /= sum }
  }
}

/// How high a cabin is when a level part of a flight begins, as densities of the pressure altitude relative to a place where
/// all altitudes from 0 to 10,000 ft are equally frequent.
enum FlightPlaces {
  private static let equal = 10_000.0

  /// An airfield. Most lie below 2,000 ft, few high (choice, by the elevations of the large airports of OurAirports; the
  /// weather moves a pressure altitude by up to 1,000 ft). Every fourth flight returns to where it began (choice).
  static func field(_ feet: Double, departure: Double?) -> Double {
    let any = 0.83 * normal(feet, 400, 800) + 0.15 * normal(feet, 3_000, 2_200) + 0.005 / 20_000
    guard let departure else { return any * equal }
    return (0.75 * any + 0.25 * normal(feet, departure, 150)) * equal
  }

  /// A pressurised cabin in cruise: 2,000 ft at flight level 200 to 8,000 ft at 410 (placard of the 737NG,
  /// pprune.org/archive t-656907; at most 8,000 ft by 14 CFR 25.841). The share of low ones is a choice.
  static func pressurisedCruise(_ feet: Double) -> Double {
    (0.8 * normal(feet, 6_000, 1_600) + 0.2 * normal(feet, 3_000, 2_000)) * equal
  }

  /// An aircraft without a pressurised cabin flies level at all altitudes, but hardly ever at that of the field (choice).
  static func openCruise(_ feet: Double, departure: Double?) -> Double {
    guard let departure, abs(feet - departure) < 250 else { return 1 }
    return 0.15
  }
}

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
