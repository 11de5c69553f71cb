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

  /// Prepares the factors of an observation.
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
