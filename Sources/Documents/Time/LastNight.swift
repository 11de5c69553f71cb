import System

/// The night that is over, for what is offered the morning after it.
package enum LastNight {
  /// Own choice: from 21:00 to 09:00 holds the sleep of most people, and a morning is from 06:00 to 18:00.
  private static let hours = (begin: Int64(-3), end: Int64(9), shownFrom: Int64(6), shownUntil: Int64(18))
  private static let hour: Int64 = 3_600_000

  /// The night before this time, milliseconds since 1970; `nil` unless it is morning.
  package static func range(at now: Int64) -> Range<Int64>? {
    let midnight = LocalDays.day(UnixTime(milliseconds: now), later: 0).milliseconds
    guard now >= midnight + hours.shownFrom * hour, now < midnight + hours.shownUntil * hour else { return nil }
    return midnight + hours.begin * hour..<min(now, midnight + hours.end * hour)
  }
}
