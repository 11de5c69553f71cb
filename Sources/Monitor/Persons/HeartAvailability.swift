import Alarms
import Readings

/// For how long good heart data of one person have been missing, and whether the person is watched.
///
/// A person is in one of these states:
/// - watched: good data come, or their loss is an alarm;
/// - in standby: not watched on purpose, until ``standbyUntil``, or until good data have come for 30 s;
/// - out of standby (``wasInStandby``) or dismissed (``isDismissed``): not watched, until good data are back. The loss is
///   known until the first good value; from there on every loss counts from the start.
///
/// Lengths of time are nanoseconds. It belongs to ``PersonWatch``, which says at every step whether the data are good
/// now, and runs on the thread of the critical loop.
struct HeartAvailability: Sendable {
  private var missing = Share()
  private var present = MeasuredShare()
  private var countedAt: Instant?
  /// Whether good data have been missing long enough to report their loss.
  private(set) var isMissing = false
  /// Whether a person has ended an alarm whose data are gone.
  private(set) var isDismissed = false
  private(set) var standbyUntil: Instant? {
    didSet { if (oldValue == nil) != (standbyUntil == nil) { isStandbyNew = true } }
  }
  /// Whether standby has begun or ended since ``takeStandbyChange()``.
  private var isStandbyNew = false
  /// Whether a standby has ended, and no good data have been back since.
  private(set) var wasInStandby = false
  /// Whether the loss that a person has ended, or a standby has left, still lasts: no good value has come since.
  private var isLossOld = false
  private var unwatched = Share()
  /// Whether the person has not been watched for long enough to say so.
  private(set) var isUnwatched = false
  /// Since when no good value has come; `nil` while there is one.
  private(set) var badSince: Instant?
  /// Since when no good value has come, outside of a standby; `nil` while there is one.
  private var lostSince: Instant?
  private var isPulseMissing = false

  /// A loss is reported after this time without good data within the latest window, whatever the mixture of causes. Own
  /// choice, so that the people away from the box have data that come and go within 90 s, as those that are gone.
  static let missingTime = Duration.seconds(40).wholeNanoseconds
  static let missingWindow = Duration.seconds(60).wholeNanoseconds
  /// A person is not watched after this time without good data within the latest window. Own choice.
  private static let unwatchedTime = Duration.seconds(60).wholeNanoseconds
  private static let unwatchedWindow = Duration.seconds(90).wholeNanoseconds
  /// It is reported after this time without a single one: as soon as a silence sounds, since people away from the box miss a
  /// strap that is off the skin, or repeats its last number, as much as one without power.
  static let lostTime = Duration.seconds(30)
  /// The loss is over after this time with good data within 1.5 of it: E of the share rule.
  static let presentTime = Duration.seconds(5).wholeNanoseconds
  static let presentWindow = Duration.milliseconds(7500).wholeNanoseconds
  /// Good data for this time end standby.
  static let standbyEnd = Duration.seconds(30).wholeNanoseconds
  static let standbyEndWindow = Duration.seconds(45).wholeNanoseconds

  /// Whether people know that good data are missing.
  var isLossKnown: Bool { isLossOld || standbyUntil != nil }

  /// Whether anything that was missing has been counted.
  private(set) var hasBegun = false

  mutating func takeStandbyChange() -> Bool {
    defer { isStandbyNew = false }
    return isStandbyNew
  }

  /// Deletes everything: the person has no sensor any more.
  mutating func clear() {
    missing = Share()
    present = MeasuredShare()
    (countedAt, hasBegun) = (nil, false)
    isMissing = false
    isDismissed = false
    standbyUntil = nil
    wasInStandby = false
    isLossOld = false
    (unwatched, isUnwatched, badSince, lostSince) = (Share(), false, nil, nil)
  }

  /// When a loss without a break is one that is reported; `nil` while there is no such loss.
  var lossDueAt: Instant? { isPulseMissing ? nil : lostSince?.advanced(by: Self.lostTime) }

  /// Counts how long good data have been missing and present.
  /// - Parameters:
  ///   - isPulseMissing: whether the data say that the heart of the person who wears the sensor does not beat.
  ///   - isExpected: whether they can be missing: a sensor has sent something.
  mutating func count(to instant: Instant, isGood: Bool, isPulseMissing: Bool = false, isExpected: Bool = true) {
    hasBegun = hasBegun || isExpected
    if let countedAt, countedAt < instant {
      let passed = countedAt.duration(to: instant).wholeNanoseconds
      missing.pass(passed, keeping: Self.missingWindow)
      unwatched.pass(passed, keeping: Self.unwatchedWindow)
      present.pass(passed)
    }
    countedAt = instant
    // In standby nothing is missing.
    if standbyUntil != nil { endLoss() }
    missing.set(!isGood && standbyUntil == nil && hasBegun)
    unwatched.set(!isGood && standbyUntil == nil)
    badSince = isGood ? nil : badSince ?? instant
    lostSince = missing.holds ? lostSince ?? instant : nil
    self.isPulseMissing = isPulseMissing
    if !isGood { present.take(false, isInTime: false, keeping: Self.standbyEndWindow) }
    // The latest window counts at every instant: data that have just come back do not make up for them.
    // Once reported, a loss lasts until good data are back.
    isMissing =
      isMissing || !isGood && missing.isLong(Self.missingTime, Self.missingWindow)
      || lossDueAt.map { $0 <= instant } ?? false
    isUnwatched = isUnwatched || !isGood && unwatched.isLong(Self.unwatchedTime, Self.unwatchedWindow)
  }

  /// A good heart rate has come: the time since the one before counts as present, if nothing else came between.
  mutating func noteGood() {
    present.take(true, isInTime: true, keeping: Self.standbyEndWindow)
    // The known loss is over; a loss from here on is a new one.
    if isLossOld, standbyUntil == nil { (isLossOld, isMissing, missing) = (false, false, Share()) }
  }

  /// Whether good data have been there long enough to end their loss, if they are good now.
  var isBack: Bool { present.isLong(Self.presentTime, Self.presentWindow) }

  mutating func settle(at instant: Instant, isGood: Bool) {
    if isGood, standbyUntil != nil, present.isLong(Self.standbyEnd, Self.standbyEndWindow) {
      // A loss that a person had ended before the standby is over too.
      (standbyUntil, isLossOld) = (nil, false)
    }
    if let end = standbyUntil, end <= instant {
      endStandby(at: instant, isGood: isGood)
      missing.set(!isGood)
    }
    guard isGood, isBack else { return }
    // What was missing and was reported is no new loss. What was only shown counts on, however often it ends.
    if isMissing || isUnwatched || isDismissed || wasInStandby { endLoss() }
    isDismissed = false
    wasInStandby = false
  }

  /// A loss that was reported is over: what was missing counts no more.
  mutating func endLoss() { (missing, isMissing, unwatched, isUnwatched) = (Share(), false, Share(), false) }

  /// When the next change is due, counted from an instant; `nil` for never.
  func deadline(after instant: Instant) -> Instant? {
    var next = standbyUntil
    func consider(_ share: Share, _ target: Int64, _ window: Int64) {
      guard let time = share.time(until: target, in: window), time > 0 else { return }
      let due = instant.advanced(by: .nanoseconds(time))
      next = min(next ?? due, due)
    }
    if missing.holds, !isMissing { consider(missing, Self.missingTime, Self.missingWindow) }
    if !isMissing { next.lower(to: lossDueAt) }
    if unwatched.holds, !isUnwatched { consider(unwatched, Self.unwatchedTime, Self.unwatchedWindow) }
    return next
  }

  /// A person ends an alarm whose data are gone: everything counts from the start.
  mutating func dismiss(at instant: Instant) {
    isDismissed = true
    beginAgain(at: instant)
  }

  /// A loss that lasts is known, and nothing of it has been counted.
  private mutating func beginAgain(at instant: Instant) {
    isLossOld = true
    (countedAt, lostSince) = (instant, nil)
    endLoss()
    // The person is not watched from here on.
    unwatched.set(true)
  }

  mutating func standBy(until end: Instant) {
    standbyUntil = end
    present = MeasuredShare()
  }

  /// - Parameter isGood: whether good data are there: a loss from here on is a new one, which no person knows.
  mutating func endStandby(at instant: Instant, isGood: Bool) {
    standbyUntil = nil
    wasInStandby = true
    beginAgain(at: instant)
    if isGood { isLossOld = false }
  }

  /// Continues a standby of an earlier run, which may have ended meanwhile.
  mutating func resumeStandby(until end: Instant, at instant: Instant) {
    if end > instant { return standBy(until: end) }
    wasInStandby = true
    beginAgain(at: instant)
  }
}
