/// A point on the one time axis of a run: the time since it started.
///
/// Nothing below `Appliance` reads a clock: an `Instant` is always handed in. On a running box it comes from the
/// monotonic clock, in a replay from the recording, in a test from a literal. It carries no date.
package struct Instant: InstantProtocol, Hashable, Sendable {
  /// Nanoseconds since the start of the run.
  package var nanoseconds: Int64

  /// The latest time that is accepted from outside: a hundred years, so that seconds since 1970 are accepted too. It
  /// keeps all arithmetic far from overflow.
  package static let limitSeconds: Double = 100 * 366 * 86_400

  /// The start of the run.
  package static let start = Instant(nanoseconds: 0)

  /// Later than everything that happens.
  package static let never = Instant(nanoseconds: .max)

  /// - Parameter nanoseconds: since the start of the run.
  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// A time given by a person or a file, or `nil` where it is negative, not a number or beyond ``limitSeconds``.
  package init?(seconds: Double) {
    guard seconds.isFinite, seconds >= 0, seconds <= Self.limitSeconds else { return nil }
    nanoseconds = Int64((seconds * 1e9).rounded())
  }

  /// Seconds since the start of the run.
  package var seconds: Double { Double(nanoseconds) / 1e9 }

  package static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The instant so much later, held at the ends of the axis.
  package func advanced(by duration: Duration) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return Instant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  /// The instant so many whole seconds earlier, held at the end of the axis: a sensor tells the age of what it measured so.
  package func earlier(bySeconds seconds: UInt16) -> Instant {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(Int64(seconds) * 1_000_000_000)
    return Instant(nanoseconds: overflow ? .min : difference)
  }

  /// The time from this instant to another; negative where that is earlier.
  package func duration(to other: Instant) -> Duration {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return .nanoseconds(overflow ? (other < self ? .min : .max) : difference)
  }
}

extension Duration {
  /// The duration in nanoseconds, held at the ends of `Int64` (292 years).
  package var wholeNanoseconds: Int64 {
    // A division of 128 bits costs forty instructions, and the critical loop makes a dozen in a turn. A nanosecond is 2^9
    // times 1,953,125 as, and what is left of 78 minutes behind that shift fits into 64 bits.
    if let part = Int64(exactly: attoseconds >> 9), part >= 0 { return part / 1_953_125 }
    return Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// The duration in seconds.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
