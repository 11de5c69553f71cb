import Glibc

/// The date and time of the system clock in UTC, as data files write them.
package enum UTCTime {
  /// The time, such as `2026-11-22T10:00:00Z`.
  package static var now: String { text(unixSeconds: Int64(time(nil))) }

  /// The day, such as `2026-11-22`.
  package static var today: String { String(now.prefix(10)) }

  package static func text(unixSeconds: Int64) -> String {
    let time = UnixTime(seconds: unixSeconds)
    return "\(time.dayText(in: .utc))T\(time.clockText(in: .utc))Z"
  }
}
