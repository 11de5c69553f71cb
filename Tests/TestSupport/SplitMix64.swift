/// A small generator of random numbers that are the same for the same seed, so that a failure can be repeated.
///
/// The mixing constants are those of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameter seed: selects the sequence.
  package init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns this many random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
