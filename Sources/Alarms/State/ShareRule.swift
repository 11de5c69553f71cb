import Readings

/// The share rule: when an alarm may begin, when it must begin, and when it ends, even if the data flicker.
///
/// Time is counted as fresh time: a value holds until the next one, but no longer than its freshness. Gaps in which the
/// data are stale are not counted; after a gap longer than ``longestGap`` the counts begin again. With the bounds N
/// (not before) and M (must by) and the window W = 1.5 M, an alarm begins only while the value is fresh and beyond the
/// limit:
///
/// - it may begin when the value was beyond the limit for N in all within W, and is confirmed;
/// - it must begin when the value was beyond the limit for M in all within W, confirmed or not, or for half of the last
///   L, which is 10 M and at least 120 s.
///
/// It ends with a value, when values were inside the limit by the hysteresis for E in all within 1.5 E; E is N, limited to
/// 5 to 60 s, and only the time from one value to the next counts. Only the end of an alarm and a long gap restart the counts. Lapwing begins an alarm as soon as it may.
package struct ShareRule: Sendable, Equatable {
  /// N and M.
  package let bounds: Bounds
  /// N, M, W and L in nanoseconds of fresh time.
  let notBefore, mustBy, window, longWindow: Int64
  /// E and 1.5 E.
  private(set) var endsAfter, endWindow: Int64
  /// The episode ends when the value was inside the limit for `calmAfter` in all within `calmWindow`, which is 1.5 of
  /// it.
  let calmAfter, calmWindow: Int64
  /// The least time between two measurements that confirm each other. Ages are sent in whole seconds, and late.
  let confirmationGap: Duration
  /// Whether the time in which a report is only held counts for an end too, not only the time from one report to the
  /// next: a detector has judged the time itself, and a battery is reported once a day.
  private(set) var countsHeldTime = false

  /// After a longer gap the counts begin again.
  package static let longestGap = Duration.seconds(120)
  private static let shortestLongWindow = Duration.seconds(120)
  private static let ends = Duration.seconds(5)...Duration.seconds(60)
  private static let shortestCalm = Duration.seconds(10)
  private static let longestConfirmationGap = Duration.seconds(20)

  package init(_ bounds: Bounds) {
    self.bounds = bounds
    notBefore = bounds.notBefore.wholeNanoseconds
    mustBy = bounds.mustBy.wholeNanoseconds
    window = mustBy + mustBy / 2
    longWindow = max(10 * mustBy, Self.shortestLongWindow.wholeNanoseconds)
    endsAfter = min(max(bounds.notBefore, Self.ends.lowerBound), Self.ends.upperBound).wholeNanoseconds
    endWindow = endsAfter + endsAfter / 2
    calmAfter = max(Self.shortestCalm.wholeNanoseconds, mustBy)
    calmWindow = calmAfter + calmAfter / 2
    confirmationGap = min(Self.longestConfirmationGap, bounds.notBefore * 2 / 3)
  }

  /// The same rule with an E of at least `time` nanoseconds.
  func ending(after time: Int64) -> ShareRule {
    var rule = self
    rule.endsAfter = max(endsAfter, time)
    rule.endWindow = rule.endsAfter + rule.endsAfter / 2
    return rule
  }

  /// The same rule for reports that hold by themselves, see ``countsHeldTime``.
  package var countingHeldTime: ShareRule {
    var rule = self
    rule.countsHeldTime = true
    return rule
  }

  /// The nanoseconds of fresh time until the alarm begins if the value stays beyond the limit; `nil` for never.
  func time(toBegin beyond: Share, isConfirmed: Bool) -> Int64? {
    var soonest: Int64?
    if isConfirmed { soonest.lower(to: beyond.time(until: notBefore, in: window)) }
    soonest.lower(to: beyond.time(until: mustBy, in: window))
    soonest.lower(to: beyond.time(until: longWindow / 2, in: longWindow))
    return soonest
  }
}

/// A clock that runs only while a value is fresh.
struct FreshClock: Sendable {
  /// The instant up to which time has been counted.
  private(set) var instant = Instant.start
  /// When the latest value becomes stale.
  private(set) var freshUntil = Instant.start
  private var hasBegun = false

  /// Counts the time up to an instant.
  /// - Returns: the nanoseconds in which the value was fresh.
  mutating func pass(to end: Instant) -> Int64 {
    guard hasBegun else { return 0 }
    let end = min(end, freshUntil)
    guard end > instant else { return 0 }
    defer { instant = end }
    return instant.duration(to: end).wholeNanoseconds
  }

  /// Takes a new value, after ``pass(to:)``.
  /// - Returns: whether it follows a gap so long that the counts begin again.
  mutating func begin(at instant: Instant, freshUntil end: Instant) -> Bool {
    let isAfterGap = hasBegun && freshUntil.advanced(by: ShareRule.longestGap) < instant
    // Values of an earlier run are before the start of this one.
    self.instant = hasBegun ? max(instant, self.instant) : instant
    hasBegun = true
    freshUntil = max(end, instant)
    return isAfterGap
  }

  /// The same clock on a time axis that begins earlier by `duration`.
  func later(by duration: Duration) -> FreshClock {
    var clock = self
    clock.instant = instant.advanced(by: duration)
    clock.freshUntil = freshUntil.advanced(by: duration)
    return clock
  }

  /// The latest value no longer counts.
  mutating func expire(at instant: Instant) { freshUntil = min(freshUntil, instant) }

  /// Whether a value that comes at this instant comes while the one before is fresh, so that no time is unknown.
  func isInTime(_ instant: Instant) -> Bool { hasBegun && instant <= freshUntil }

  /// The instant at which `nanoseconds` more of fresh time will have been counted; `nil` if the value becomes stale
  /// before.
  func instant(after nanoseconds: Int64?) -> Instant? {
    guard hasBegun, let nanoseconds else { return nil }
    let due = instant.advanced(by: .nanoseconds(nanoseconds))
    return due < freshUntil ? due : nil
  }
}
