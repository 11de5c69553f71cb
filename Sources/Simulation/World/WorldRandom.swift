import Glibc

/// The world's chance: the same seed gives the same world on every machine (xorshift64*, Marsaglia 2003 and Vigna 2016).
struct WorldRandom: Sendable {
  private var state: UInt64

  /// Neighbouring seeds must not give similar worlds, so the seed is mixed first.
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

  /// Evenly between 0 (with) and 1 (without).
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Evenly within a range.
  mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * uniform() }

  /// About normal, mean 0 and deviation 1, never beyond 3.46: the sum of twelve 16-bit numbers (three draws).
  mutating func normal() -> Double {
    var sum: UInt64 = 0
    for _ in 0..<3 {
      let bits = next()
      sum += (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    }
    return Double(sum) / 65_536 - 6
  }

  /// With a median and the deviation of its natural logarithm.
  mutating func logNormal(median: Double, sigma: Double) -> Double { median * exp(sigma * normal()) }

  /// As often within any factor: from 3 to 10 as from 9 to 30.
  mutating func logUniform(_ low: Double, _ high: Double) -> Double { low * exp(uniform() * log(high / low)) }

  /// The time to the next of events that come so often a day, in seconds; never for 0.
  mutating func wait(perDay rate: Double) -> Double {
    rate > 0 ? -log(1 - uniform()) * 86_400 / rate : .infinity
  }

  /// Whether something of this probability happens.
  mutating func happens(_ probability: Double) -> Bool { uniform() < probability }
}

/// Something that comes at random, lasts for a while, and goes.
struct RandomInterval: Sendable {
  private(set) var isOn = false
  private var change: Double

  /// The first comes after a random wait.
  init(perDay rate: Double, _ random: inout WorldRandom) { change = random.wait(perDay: rate) }

  /// Lets time pass.
  /// - Parameters:
  ///   - duration: how long a interval that begins now lasts, s.
  ///   - wait: how long it takes from its end to the next one, s.
  /// - Returns: whether it begins (`true`) or ends (`false`) now; `nil` where nothing changes.
  @inline(__always)
  mutating func step(_ now: Double, duration: () -> Double, wait: () -> Double) -> Bool? {
    guard now >= change else { return nil }
    isOn.toggle()
    change = now + (isOn ? duration() : wait())
    return isOn
  }

  /// A script begins it now, for so long.
  mutating func begin(_ now: Double, for duration: Double) {
    isOn = true
    change = now + duration
  }
}
