/// A point in time on the time axis of a run, in nanoseconds since the start of the run.
///
/// The rooms below `Appliance` read no clock: an `Instant` is always an argument. On a running box it comes from the
/// monotonic clock, in a replay from the recording, in a test from a literal. It has no date.
public struct Instant: InstantProtocol, Hashable, Codable, Sendable {
  /// Nanoseconds since the start of the run.
  public var nanoseconds: Int64

  /// The latest time that is accepted from outside: a hundred years, so that seconds since 1970 are accepted too, and
  /// no arithmetic overflows.
  public static let limitSeconds: Double = 100 * 366 * 86_400

  public static let start = Instant(nanoseconds: 0)

  /// Later than everything that happens.
  public static let never = Instant(nanoseconds: .max)

  /// - Parameter nanoseconds: since the start of the run.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// A time from a person or a file; `nil` if it is negative, not a number or greater than ``limitSeconds``.
  public init?(seconds: Double) {
    guard seconds.isFinite, seconds >= 0, seconds <= Self.limitSeconds else { return nil }
    nanoseconds = Int64((seconds * 1e9).rounded())
  }

  /// Seconds since the start of the run.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The instant later by a duration, limited to the ends of the axis.
  public func advanced(by duration: Duration) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return Instant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  /// The instant earlier by whole seconds, limited to the end of the axis. Sensors send ages in whole seconds.
  public func earlier(bySeconds seconds: UInt16) -> Instant {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(Int64(seconds) * 1_000_000_000)
    return Instant(nanoseconds: overflow ? .min : difference)
  }

  /// The time from this instant to another; negative if that is earlier.
  public func duration(to other: Instant) -> Duration {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return .nanoseconds(overflow ? (other < self ? .min : .max) : difference)
  }
}

extension Duration {
  /// The duration in nanoseconds, limited to the range of `Int64` (292 years).
  public var wholeNanoseconds: Int64 {
    // A division of 128 bits takes forty instructions, and one turn of the critical loop needs a dozen of them. A
    // nanosecond is 2^9 times 1,953,125 as, and after that shift up to 78 minutes fit into 64 bits.
    if let part = Int64(exactly: attoseconds >> 9), part >= 0 { return part / 1_953_125 }
    return Int64(clamping: attoseconds / 1_000_000_000)
  }

  public var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
