import Readings

/// Finds whether the box knows the date. One without a battery for its clock does not know it from its start until
/// somebody, or a network, tells it.
struct DateWatch: Sendable {
  /// 2026-01-01 00:00 UTC, milliseconds since 1970. A date before it is none: the appliance did not exist then.
  static let earliest: Int64 = 1_767_225_600_000

  /// The date at the start of the loop's clock, milliseconds since 1970, as well as it is known by now.
  private(set) var start: Int64
  /// Whether that can be a true date.
  var isSet: Bool { start >= Self.earliest }

  /// - Parameter start: what the system said was the date when the loop's clock started, milliseconds since 1970.
  init(start: Int64) { self.start = start }

  /// Compares the system's date with the loop's clock, which nobody can set.
  /// - Parameters:
  ///   - date: what the system says is the date, milliseconds since 1970.
  ///   - instant: the time by the loop's clock.
  /// - Returns: where the date has become known, by how many milliseconds all earlier stamps lie too low; else `nil`.
  mutating func look(at date: Int64, _ instant: Instant) -> Int64? {
    guard !isSet, date >= Self.earliest else { return nil }
    let trueStart = date - Instant.start.duration(to: instant).wholeNanoseconds / 1_000_000
    defer { start = trueStart }
    return trueStart - start
  }
}
