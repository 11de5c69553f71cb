import Readings

/// The share rule: when an alarm may begin, when it must have begun, and when it ends, on data that flicker.
///
/// Time is counted in fresh time: a value holds until the next one, at most for its freshness. Gaps in which the data are
/// stale are cut out; after one longer than ``longestGap`` the counts begin again. With the bounds N (not before) and M
/// (must by) and the window W = 1.5 M, an alarm begins only while the value is fresh and beyond:
///
/// - it may begin when the value was beyond for N in all within W, confirmed;
/// - it must begin when the value was beyond for M in all within W, confirmed or not, or for half of the last L, where L is
///   10 M and at least 120 s.
///
/// It ends when the value was inside by the hysteresis for E in all within 1.5 E, where E is N, but 5 to 60 s. The counts
/// begin again at an end and at a long gap, and at nothing else. Lapwing begins an alarm as soon as it may.
package struct ShareRule: Sendable, Equatable {
  /// N and M.
  package let bounds: Bounds
  /// N, M, W and L in nanoseconds of fresh time.
  let notBefore, mustBy, window, longWindow: Int64
  /// E and 1.5 E.
  private(set) var endsAfter, endWindow: Int64
  /// The episode ends when all was well for so long in all within 1.5 of that.
  let calmAfter, calmWindow: Int64
  /// Two measurements confirm each other when they were taken so far apart: ages come in whole seconds, and late.
  let confirmationGap: Duration

  /// After a longer gap the counts begin again.
  package static let longestGap = Duration.seconds(120)
  /// The shortest length of which half makes an alarm, E's shortest and longest, and the shortest calm.
  private static let shortestLongWindow = Duration.seconds(120)
  private static let ends = Duration.seconds(5)...Duration.seconds(60)
  private static let shortestCalm = Duration.seconds(10)
  private static let longestConfirmationGap = Duration.seconds(20)

  /// The rule for a pair of bounds.
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

  /// The same rule with an end after so long at least, nanoseconds.
  func ending(after time: Int64) -> ShareRule {
    var rule = self
    rule.endsAfter = max(endsAfter, time)
    rule.endWindow = rule.endsAfter + rule.endsAfter / 2
    return rule
  }

  /// In how much fresh time the alarm begins if the value stays beyond; `nil` for never.
  func time(toBegin beyond: Share, isConfirmed: Bool) -> Int64? {
    var soonest: Int64?
    func consider(_ time: Int64?) { if let time { soonest = min(soonest ?? time, time) } }
    if isConfirmed { consider(beyond.time(until: notBefore, in: window)) }
    consider(beyond.time(until: mustBy, in: window))
    consider(beyond.time(until: longWindow / 2, in: longWindow))
    return soonest
  }
}

/// The clock that runs while a value is fresh.
struct FreshClock: Sendable {
  /// How far time has been counted.
  private(set) var instant = Instant.start
  /// Until when the latest value holds.
  private(set) var freshUntil = Instant.start
  private var hasBegun = false

  /// Lets time pass up to an instant.
  /// - Returns: the nanoseconds of it in which the value was fresh.
  mutating func pass(to end: Instant) -> Int64 {
    guard hasBegun else { return 0 }
    let end = min(end, freshUntil)
    guard end > instant else { return 0 }
    defer { instant = end }
    return instant.duration(to: end).wholeNanoseconds
  }

  /// A value comes, after ``pass(to:)``.
  /// - Returns: whether it comes after a gap so long that the counts begin again.
  mutating func begin(at instant: Instant, freshUntil end: Instant) -> Bool {
    let isAfterGap = hasBegun && freshUntil.advanced(by: ShareRule.longestGap) < instant
    // What an earlier run heard lies before the start of this one.
    self.instant = hasBegun ? max(instant, self.instant) : instant
    hasBegun = true
    freshUntil = max(end, instant)
    return isAfterGap
  }

  /// The same on a time axis that begins so much earlier.
  func later(by duration: Duration) -> FreshClock {
    var clock = self
    clock.instant = instant.advanced(by: duration)
    clock.freshUntil = freshUntil.advanced(by: duration)
    return clock
  }

  /// The value counts no more.
  mutating func expire(at instant: Instant) { freshUntil = min(freshUntil, instant) }

  /// Whether there is a value that counts at an instant.
  func isFresh(at instant: Instant) -> Bool { hasBegun && instant < freshUntil }

  /// The instant at which so much more fresh time has passed, if the value stays fresh for so long; counted from the
  /// instant up to which time has passed.
  func instant(after nanoseconds: Int64?) -> Instant? {
    guard hasBegun, let nanoseconds else { return nil }
    let due = instant.advanced(by: .nanoseconds(nanoseconds))
    return due < freshUntil ? due : nil
  }
}
