/// The order of the states: how probable each change is in a minute, and in several.
///
/// A rate of 1/20 is a mean stay of 20 minutes. All are choices: climbs to a cabin altitude of 6,000 to 8,000 ft take 15 to
/// 20 minutes at the rates of ``CabinMotion``; boarding takes half an hour, taxi a quarter; the rest allows what happens,
/// seldom or often: a rejected take-off, steps in cruise, holding, a go-around, a touch-and-go, a second leg.
struct FlightOrder {
  /// The longest time that is computed at once, minutes.
  static let longest = 16

  /// For each number of minutes from 1, the chance of each change, by the old state and then the new one.
  private let powers: [[Double]]

  init() {
    var once = Array(repeating: 0.0, count: FlightState.count * FlightState.count)
    for (old, changes) in Self.changes {
      var stays = 1.0
      for (new, chance) in changes {
        once[old.rawValue * FlightState.count + new.rawValue] = chance
        stays -= chance
      }
      once[old.rawValue * FlightState.count + old.rawValue] = stays
    }
    var powers = [once]
    for _ in 1..<Self.longest { powers.append(Self.product(powers[powers.count - 1], once)) }
    self.powers = powers
  }

  /// The chance of being in a state some minutes after another one.
  func chance(of new: Int, after old: Int, minutes: Int) -> Double {
    powers[min(max(minutes, 1), Self.longest) - 1][old * FlightState.count + new]
  }

  private static func product(_ left: [Double], _ right: [Double]) -> [Double] {
    let count = FlightState.count
    var result = Array(repeating: 0.0, count: count * count)
    for row in 0..<count {
      for middle in 0..<count {
        let factor = left[row * count + middle]
        for column in 0..<count { result[row * count + column] += factor * right[middle * count + column] }
      }
    }
    return result
  }

  private static let changes: [(FlightState, [(FlightState, Double)])] = [
    (.preFlight, [(.boarding, 1 / 200), (.taxi, 1 / 5_000), (.pump, 1 / 400), (.liftOff, 1 / 300)]),
    (.boarding, [(.taxi, 1 / 100), (.preFlight, 1 / 200), (.pump, 1 / 60), (.liftOff, 1 / 100)]),
    (.taxi, [(.pump, 1 / 20), (.liftOff, 1 / 40), (.boarding, 1 / 500)]),
    (.pump, [(.liftOff, 0.9), (.taxi, 0.02)]),
    (.liftOff, [(.climbPressurised, 0.35), (.climbOpen, 0.35), (.cruiseOpen, 0.02), (.descentOpenBegun, 0.02)]),
    (
      .climbPressurised,
      [(.cruisePressurised, 1 / 20), (.descentPressurised, 1 / 200), (.landingPressurised, 1 / 500)]
    ),
    (.climbOpen, [(.cruiseOpen, 1 / 10), (.descentOpenBegun, 1 / 25)]),
    (
      .cruisePressurised,
      [(.descentPressurised, 1 / 250), (.climbPressurised, 1 / 400), (.landingPressurised, 1 / 2_000)]
    ),
    (
      .cruiseOpen, [(.descentOpenBegun, 1 / 60), (.climbOpen, 1 / 60), (.cruisePressurised, 1 / 200), (.arrived, 1e-6)]
    ),
    (.holdPressurised, [(.descentPressurised, 1 / 15), (.climbPressurised, 1 / 80), (.cruisePressurised, 1 / 400)]),
    (.holdOpen, [(.descentOpenBegun, 1 / 12), (.climbOpen, 1 / 20), (.cruiseOpen, 1 / 60), (.release, 1 / 100)]),
    (
      .descentPressurised,
      [
        (.landingPressurised, 1 / 20), (.holdPressurised, 1 / 120), (.climbPressurised, 1 / 300), (.release, 1 / 60),
        (.arrived, 1 / 200),
      ]
    ),
    (.descentOpenBegun, [(.descentOpen, 0.5), (.holdOpen, 1 / 20), (.climbOpen, 1 / 25)]),
    (
      .descentOpen,
      [
        (.landingOpen, 1 / 15), (.landingPressurised, 1 / 50), (.holdOpen, 1 / 20), (.climbOpen, 1 / 25),
        (.arrived, 1 / 20),
      ]
    ),
    (
      .landingPressurised,
      [(.release, 1 / 8), (.arrived, 1 / 12), (.descentPressurised, 1 / 40), (.climbPressurised, 1 / 100)]
    ),
    (.landingOpen, [(.arrived, 1 / 6), (.release, 1 / 40), (.climbOpen, 1 / 25), (.descentOpen, 1 / 10)]),
    (.release, [(.arrived, 0.95)]),
    (.arrived, [(.boarding, 1 / 500), (.taxi, 1 / 1_000), (.pump, 1 / 1_000), (.liftOff, 1 / 300)]),
  ]
}
