/// The air that people really breathe: CO2 by its mass balance, and the pressure during a flight. One step is one
/// second.
struct Cabin: Sendable {
  /// True CO2, ppm.
  private(set) var co2: Double
  /// True pressure altitude of the cabin, ft.
  private(set) var feet = 0.0
  private(set) var leg = Leg.parked

  enum Leg: Sendable { case parked, climb, cruise, descent }

  private let parameters: WorldParameters
  private var people: Double
  private var freshAir: Double
  private var ventilation: RandomInterval
  private var flight: RandomInterval
  private var cruiseFeet = 0.0

  init(_ parameters: WorldParameters, _ random: inout WorldRandom) {
    self.parameters = parameters
    people = parameters.occupants
    freshAir = parameters.freshAirLitresPerSecond
    co2 = parameters.outdoorPartsPerMillion
    ventilation = RandomInterval(perDay: parameters.ventilationChangesPerDay, &random)
    flight = RandomInterval(perDay: parameters.flightsPerDay, &random)
  }

  mutating func step(_ now: Double, _ random: inout WorldRandom) {
    let parameters = parameters
    let hasChanged = ventilation.step(
      now, duration: { random.wait(perDay: parameters.ventilationChangesPerDay) },
      wait: { random.wait(perDay: parameters.ventilationChangesPerDay) })
    if hasChanged != nil {
      freshAir = random.logNormal(median: parameters.freshAirLitresPerSecond, sigma: parameters.ventilationSpread)
      people = (parameters.occupants * random.uniform(0, 1.25)).rounded()
    }
    // V dC/dt = n G - Q (C - outdoors), with V in litres, and 10^6 for ppm.
    let litres = parameters.volumeCubicMetres * 1000
    let source = people * parameters.exhaledLitresPerSecond * 1e6
    co2 += (source - freshAir * (co2 - parameters.outdoorPartsPerMillion)) / litres
    fly(now, &random)
  }

  private mutating func fly(_ now: Double, _ random: inout WorldRandom) {
    let parameters = parameters
    let change = flight.step(
      now, duration: { random.uniform(1_800, 7_200) }, wait: { random.wait(perDay: parameters.flightsPerDay) })
    if change == true {
      cruiseFeet = max(500, parameters.cruiseCabinFeet + parameters.cruiseSpread * random.normal())
    }
    let rate = parameters.climbFeetPerMinute / 60
    if flight.isOn {
      feet = min(cruiseFeet, feet + rate)
      leg = feet < cruiseFeet ? .climb : .cruise
    } else {
      feet = max(0, feet - rate)
      leg = feet > 0 ? .descent : .parked
    }
  }
}
