import Readings

/// Beats with skin contact show within seconds that no beat comes any more. What cannot be known without them is said
/// wherever a person chooses or adopts such a sensor.
package enum WithoutBeats {
  /// What cannot be known from a sensor of a heart that sends no beats. Bounds: `FrozenValue`, and 90 s of missing data.
  package static let sentence =
    "without beats (RR intervals) and skin contact, a heart that stops cannot be told from a sensor that repeats its last "
    + "number: frozen shows it after 5 minutes, and no-data is high a minute and a half later"

  /// Whether a reading shows that its sensor sends both.
  package static func isDisproved(by reading: Reading) -> Bool {
    reading.rrIntervals.count > 0 && reading.contact != .notSupported && reading.contact != nil
  }
}
