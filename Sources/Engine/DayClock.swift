import Readings

/// The time of day between two times at which it is told. It goes on by itself, so that a logbook that a disk holds up, or
/// a timeline that tells it once, leaves no night without an end.
package struct DayClock: Sendable {
  private static let minute = Duration.seconds(60)

  /// The minute of the day that holds, and since when; `nil` while it is not known.
  private var latest: (minute: Int16, since: Instant)?

  package init() {}

  /// When the next minute begins.
  package var nextMinute: Instant? { latest.map { $0.since.advanced(by: Self.minute) } }

  /// Somebody has told the time of day.
  /// - Parameter minute: 0 to 1439; `nil` where nobody knows it.
  package mutating func set(to minute: Int16?, at instant: Instant) {
    // The same minute once more is no news: it goes on from where it began.
    if let minute, latest?.minute == minute { return }
    latest = minute.map { ($0, instant) }
  }

  /// Lets time pass.
  /// - Returns: the minute that has come; `nil` where none has.
  package mutating func advance(to instant: Instant) -> Int16? {
    guard let (minute, since) = latest else { return nil }
    let passed = since.duration(to: instant).components.seconds / Self.minute.components.seconds
    guard passed > 0 else { return nil }
    let now = Int16(clamping: (Int64(minute) + passed) % Int64(DayTime.minutesInDay))
    latest = (now, since.advanced(by: .seconds(60 * passed)))
    return now
  }
}
