import Readings

/// Counts the minutes of the day between two settings. It runs on by itself: a slow disk, or a timeline that gives the
/// time once, must not leave a night without an end.
package struct DayClock: Sendable {
  private static let minute = Duration.seconds(60)

  /// The current minute of the day and when it began; `nil` while it is unknown.
  private var latest: (minute: Int16, since: Instant)?

  package init() {}

  package var nextMinute: Instant? { latest.map { $0.since.advanced(by: Self.minute) } }

  /// Sets the time of day.
  /// - Parameter minute: 0 to 1439; `nil` if it is unknown.
  package mutating func set(to minute: Int16?, at instant: Instant) {
    // The same minute again changes nothing: it goes on from where it began.
    if let minute, latest?.minute == minute { return }
    latest = minute.map { ($0, instant) }
  }

  /// Advances the time.
  /// - Returns: the minute that has begun; `nil` if no new minute has begun.
  package mutating func advance(to instant: Instant) -> Int16? {
    guard let (minute, since) = latest else { return nil }
    let passed = since.duration(to: instant).components.seconds / Self.minute.components.seconds
    guard passed > 0 else { return nil }
    let now = Int16(clamping: (Int64(minute) + passed) % Int64(DayTime.minutesInDay))
    latest = (now, since.advanced(by: .seconds(60 * passed)))
    return now
  }
}
