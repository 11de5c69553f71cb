/// A kind of fuel.
///
/// Densities at 15 °C are the usual planning values: 100LL 6.0 lb/gal (nominal 5.92 to 6.02 at 60 °F), Jet A 6.7
/// (specification 6.46 to 6.99), Jet B 6.5 (FAA-H-8083-25C, chapter 10). No authoritative coefficient of expansion was
/// found; these are the usual engineering values for gasoline and kerosene, accurate to about a tenth.
package enum FuelGrade: String, Sendable, CaseIterable {
  case avgas100LL = "100LL"
  case jetA = "Jet A"
  case jetB = "Jet B"
  case mogas = "Mogas"

  /// The weight of a US gallon at 15 °C, in hundredths of a pound.
  private var hundredthsOfPound: Int {
    switch self {
    case .avgas100LL, .mogas: 600
    case .jetA: 670
    case .jetB: 650
    }
  }

  /// The growth of its volume for each degree, in millionths.
  private var millionthsPerDegree: Int128 {
    switch self {
    case .avgas100LL, .mogas: 950
    case .jetA, .jetB: 900
    }
  }

  /// The density at a temperature in degrees Celsius; cold fuel is heavier. Temperatures outside −60 to 60 °C count as
  /// the end of that range.
  package func density(celsius: ExactDecimal = ExactDecimal(15)) -> Density {
    let gallon = Volume(1, .usGallons), nominal = Weight(hundredthsOfPound, .pounds).steps / 100
    let microdegrees = min(max(celsius.scaled(by: 1_000_000) ?? 15_000_000, -60_000_000), 60_000_000)
    let change = rounded(nominal, times: (15_000_000 - microdegrees) * millionthsPerDegree, over: 1_000_000_000_000)
    return Density(weight: Weight(steps: nominal + (change ?? 0)), volume: gallon)
  }
}
