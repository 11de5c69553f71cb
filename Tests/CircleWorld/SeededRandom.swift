import Glibc

/// The random numbers of a night: the same seed gives the same night on every machine (SplitMix64, Steele and others 2014).
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Mixes the seed first: otherwise the numbers of neighbouring seeds would be the same, one place apart.
  package init(seed: UInt64) { state = Self.mix(seed &+ 0xD1B5_4A32_D192_ED03) }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  private static func mix(_ state: UInt64) -> UInt64 {
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 (included) to 1 (excluded).
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * uniform() }

  mutating func happens(_ probability: Double) -> Bool { uniform() < probability }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// The wait for the next of events that come once in this time on average.
  mutating func wait(_ mean: Double) -> Double { -log(1 - uniform()) * mean }

  /// Log-normal, by its median and the deviation of its logarithm (Box and Muller).
  mutating func logNormal(_ median: Double, _ sigma: Double) -> Double {
    median * exp(sigma * sqrt(-2 * log(1 - uniform())) * cos(2 * .pi * uniform()))
  }

  /// Log-uniform: as often from 3 to 10 as from 9 to 30.
  mutating func logUniform(_ low: Double, _ high: Double) -> Double { low * exp(uniform() * log(high / low)) }
}
