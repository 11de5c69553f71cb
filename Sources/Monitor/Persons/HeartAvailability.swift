import Alarms
import Readings

/// For how long good heart data of one person have been missing, and whether the person is watched.
///
/// A person is in one of these states:
/// - watched: good data come, or their loss is an alarm;
/// - in standby: not watched on purpose, until ``standbyUntil``, or until good data have come for 30 s;
/// - out of standby (``wasInStandby``) or dismissed (``isDismissed``): not watched, and the loss is known, until good
///   data are back.
///
/// Lengths of time are nanoseconds. It belongs to ``PersonWatch``, which says at every step whether the data are good
/// now, and runs on the thread of the critical loop.
struct HeartAvailability: Sendable {
  private var missing = Share()
  private var present = MeasuredShare()
  private var countedAt: Instant?
  /// Whether good data have been missing long enough to report their loss.
  private(set) var isMissing = false
  /// Whether somebody has ended an alarm whose data are gone.
  private(set) var isDismissed = false
  private(set) var standbyUntil: Instant? {
    didSet { if (oldValue == nil) != (standbyUntil == nil) { isStandbyNew = true } }
  }
  /// Whether standby has begun or ended since ``takeStandbyChange()``.
  private var isStandbyNew = false
  /// Whether a standby has ended, and no good data have been back since.
  private(set) var wasInStandby = false
  /// Since when the person has not been watched.
  private(set) var unwatchedSince: Instant?

  /// A loss is reported after this time without good data within the latest window, whatever the mixture of causes.
  static let missingTime = Duration.seconds(60).wholeNanoseconds
  static let missingWindow = Duration.seconds(90).wholeNanoseconds
  /// The loss is over after this time with good data within 1.5 of it: E of the share rule.
  static let presentTime = Duration.seconds(5).wholeNanoseconds
  static let presentWindow = Duration.milliseconds(7500).wholeNanoseconds
  /// Good data for this time end standby.
  static let standbyEnd = Duration.seconds(30).wholeNanoseconds
  static let standbyEndWindow = Duration.seconds(45).wholeNanoseconds

  /// Whether somebody knows that good data are missing.
  var isLossKnown: Bool { isDismissed || standbyUntil != nil || wasInStandby }

  /// Whether anything has been counted.
  var hasBegun: Bool { countedAt != nil }

  mutating func takeStandbyChange() -> Bool {
    defer { isStandbyNew = false }
    return isStandbyNew
  }

  /// Deletes everything: the person has no sensor any more.
  mutating func clear() {
    missing = Share()
    present = MeasuredShare()
    countedAt = nil
    isMissing = false
    isDismissed = false
    standbyUntil = nil
    wasInStandby = false
    unwatchedSince = nil
  }

  // MARK: Time

  /// Counts how long good data have been missing and present.
  /// - Parameter isGood: whether they are there from this instant on.
  mutating func count(to instant: Instant, isGood: Bool) {
    if let countedAt, countedAt < instant {
      let passed = countedAt.duration(to: instant).wholeNanoseconds
      missing.pass(passed, keeping: Self.missingWindow)
      present.pass(passed)
    }
    countedAt = instant
    // In standby nothing is missing.
    if standbyUntil != nil { missing = Share() }
    missing.set(!isGood && standbyUntil == nil)
    if !isGood { present.take(false, isInTime: false, keeping: Self.standbyEndWindow) }
    // The latest 90 s count at every instant: data that have just come back do not make up for them.
    let isLong = missing.amount(in: Self.missingWindow) >= Self.missingTime
    isMissing = isLong && (!isGood || isMissing)
  }

  /// A good heart rate has come: the time since the one before counts as present, if nothing else came between.
  mutating func noteGood() { present.take(true, isInTime: true, keeping: Self.standbyEndWindow) }

  /// Whether good data have been there long enough to end their loss, if they are good now.
  var isBack: Bool { present.isLong(Self.presentTime, Self.presentWindow) }

  /// Changes the state by what was counted.
  mutating func settle(at instant: Instant, isGood: Bool) {
    if isGood, present.isLong(Self.standbyEnd, Self.standbyEndWindow) { standbyUntil = nil }
    if let end = standbyUntil, end <= instant {
      endStandby(at: instant)
      missing.set(!isGood)
    }
    if isGood, isBack, isDismissed || wasInStandby {
      // Somebody knew of the loss until now, so what was missing is no new loss.
      isDismissed = false
      wasInStandby = false
      missing = Share()
      isMissing = false
    }
    if isGood || standbyUntil != nil {
      unwatchedSince = nil
    } else {
      unwatchedSince = unwatchedSince ?? instant
    }
  }

  /// When the next change is due, counted from an instant; `nil` for never.
  func deadline(after instant: Instant) -> Instant? {
    var next = standbyUntil
    func consider(_ share: Share, _ target: Int64, _ window: Int64) {
      guard let time = share.time(until: target, in: window), time > 0 else { return }
      let due = instant.advanced(by: .nanoseconds(time))
      next = min(next ?? due, due)
    }
    if missing.holds, !isMissing { consider(missing, Self.missingTime, Self.missingWindow) }
    return next
  }

  // MARK: What people do

  /// Somebody ends an alarm whose data are gone.
  mutating func dismiss(at instant: Instant) {
    isDismissed = true
    unwatchedSince = instant
  }

  mutating func standBy(until end: Instant) {
    standbyUntil = end
    present = MeasuredShare()
  }

  mutating func endStandby(at instant: Instant) {
    standbyUntil = nil
    wasInStandby = true
    unwatchedSince = instant
  }

  /// Continues a standby of an earlier run, which may have ended meanwhile.
  mutating func resumeStandby(until end: Instant, at instant: Instant) {
    if end > instant { return standBy(until: end) }
    wasInStandby = true
    unwatchedSince = instant
  }
}
