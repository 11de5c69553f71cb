import Glibc

/// The random numbers of the world: the same seed gives the same world on every machine (xorshift64*, Marsaglia 2003
/// and Vigna 2016).
struct WorldRandom: Sendable {
  private var state: UInt64

  /// Mixes the seed first, because neighbouring seeds must not give similar worlds.
  init(seed: UInt64) {
    var mixed = (seed &+ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    mixed ^= mixed >> 31
    state = (mixed &* 0x94D0_49BB_1331_11EB) | 1
    for _ in 0..<4 { _ = next() }
  }

  private mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  /// Uniform from 0 (included) to 1 (excluded).
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Uniform within a range.
  mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * uniform() }

  /// Approximately normal, mean 0 and deviation 1, never beyond 3.46: the sum of twelve 16-bit numbers (three draws).
  mutating func normal() -> Double {
    var sum: UInt64 = 0
    for _ in 0..<3 {
      let bits = next()
      sum += (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    }
    return Double(sum) / 65_536 - 6
  }

  /// Log-normal, with this median and this standard deviation of the natural logarithm.
  mutating func logNormal(median: Double, sigma: Double) -> Double { median * exp(sigma * normal()) }

  /// Log-uniform: as often from 3 to 10 as from 9 to 30.
  mutating func logUniform(_ low: Double, _ high: Double) -> Double { low * exp(uniform() * log(high / low)) }

  /// The time in seconds to the next of events with this rate; infinite for a rate of 0.
  mutating func wait(perDay rate: Double) -> Double {
    rate > 0 ? -log(1 - uniform()) * 86_400 / rate : .infinity
  }

  mutating func happens(_ probability: Double) -> Bool { uniform() < probability }
}

/// A state that begins at random, lasts for a while, and ends.
struct RandomInterval: Sendable {
  private(set) var isOn = false
  private var change: Double

  /// The first one begins after a random wait.
  init(perDay rate: Double, _ random: inout WorldRandom) { change = random.wait(perDay: rate) }

  /// Advances the time.
  /// - Parameters:
  ///   - duration: the length of an interval that begins now, s.
  ///   - wait: the time from its end to the next one, s.
  /// - Returns: whether it begins (`true`) or ends (`false`) now; `nil` if nothing changes.
  @inline(__always)
  mutating func step(_ now: Double, duration: () -> Double, wait: () -> Double) -> Bool? {
    guard now >= change else { return nil }
    isOn.toggle()
    change = now + (isOn ? duration() : wait())
    return isOn
  }

  /// Begins an interval from a script, for this many seconds.
  mutating func begin(_ now: Double, for duration: Double) {
    isOn = true
    change = now + duration
  }
}
