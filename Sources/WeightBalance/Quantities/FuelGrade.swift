/// A kind of fuel.
///
/// Densities at 15 °C are the usual planning values: 100LL 6.0 lb/gal (nominal 5.92 to 6.02 at 60 °F), Jet A 6.7
/// (specification 6.46 to 6.99), Jet B 6.5 (FAA-H-8083-25C, chapter 10).
///
/// The change with temperature follows API MPMS 11.1 (ASTM D1250), Table 54B. Verify: the standard itself could not be
/// read. Its constants stand in several public programs that agree with each other: see `docs/sources.md`.
package enum FuelGrade: String, Sendable, CaseIterable {
  case avgas100LL = "100LL"
  case jetA = "Jet A"
  case jetB = "Jet B"
  case mogas = "Mogas"

  /// This grade and those that engines for it usually may burn too: gasolines or jet fuels, never the other ones.
  var alike: [String] {
    let isGasoline = self == .avgas100LL || self == .mogas
    return Self.allCases.filter { ($0 == .avgas100LL || $0 == .mogas) == isGasoline }.map(\.rawValue)
  }

  /// The weight of a US gallon at 15 °C, in hundredths of a pound.
  private var hundredthsOfPound: Int {
    switch self {
    case .avgas100LL, .mogas: 600
    case .jetA: 670
    case .jetB: 650
    }
  }

  /// The growth of its volume for each degree at 15 °C, in ten-millionths, to which the standard rounds it: K0/ρ² + K1/ρ
  /// + K2 with ρ in kg/m³.
  private var expansion: Int128 {
    switch self {
    // Gasolines, at 718.96 kg/m³: K0 346.4228, K1 0.4388.
    case .avgas100LL, .mogas: 12_805
    // Jet fuels, at 802.84 kg/m³: K0 594.5418.
    case .jetA: 9_224
    // The transition between both, at 778.87 kg/m³: K0 2680.3206, K2 -0.00336312.
    case .jetB: 10_552
    }
  }

  /// The density at a temperature in degrees Celsius; cold fuel is heavier. Temperatures outside −60 to 60 °C count as
  /// the end of that range.
  ///
  /// The factor is exp(−αΔT (1 + 0.8 αΔT)). It is computed with integers, so that it is the same on every machine, and is
  /// right to 20 decimals.
  package func density(celsius: ExactDecimal = ExactDecimal(15)) -> Density {
    let gallon = Volume(1, .usGallons), nominal = Weight(hundredthsOfPound, .pounds).steps / 100
    let microdegrees = min(max(celsius.scaled(by: 1_000_000) ?? 15_000_000, -60_000_000), 60_000_000)
    // αΔT in units of 10⁻¹³; with its square, the exponent is a whole number of units of 10⁻²⁷.
    let growth = expansion * (microdegrees - 15_000_000)
    let exponent = -growth * (powerOfTen(14) + 8 * growth)
    let weight = rounded(nominal, times: Self.exponential(exponent), over: Self.one) ?? nominal
    return Density(weight: Weight(steps: weight), volume: gallon)
  }

  /// The density that a scenario asks for: the measured one, else that of its fuel at its temperature; `nil` if it gives
  /// neither and the density of the tanks applies.
  static func density(measured: Density?, _ grade: FuelGrade?, _ celsius: ExactDecimal?) -> Density? {
    measured ?? grade.map { grade in celsius.map { grade.density(celsius: $0) } ?? grade.density() }
  }

  private static let one = powerOfTen(27)

  /// e to a small power, both in units of 10⁻²⁷, as the sum of its series.
  private static func exponential(_ power: Int128) -> Int128 {
    var sum = one, term = one
    for index in 1...20 {
      term = rounded(term, times: power, over: one * Int128(index)) ?? 0
      sum += term
    }
    return sum
  }
}
