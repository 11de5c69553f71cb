import Readings

/// Times of the local day, in minutes from 0 to 1439, and their text form.
package enum DayTime {
  package static let minutesInDay = 24 * 60

  /// Hours and minutes, such as 22:00.
  package static func text(_ minutes: Int) -> String {
    "\((minutes / 60).digits(2)):\((minutes % 60).digits(2))"
  }

  /// - Parameter text: hours and minutes, such as 22:00 or 7:00. A number alone is refused: YAML reads 1320 as 22:00,
  ///   and many people read it as 13:20.
  package static func minutes(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return 60 * hour + minute
  }
}

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
