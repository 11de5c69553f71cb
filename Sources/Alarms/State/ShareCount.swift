import Readings

/// The share rule applied to one condition at one sensor: the counts, and whether its alarm is on. The owner must call
/// ``turn(at:_:)`` at each ``deadline(_:)``.
package struct ShareCount: Sendable {
  package struct Sample: Sendable {
    /// In the unit of the quantity.
    package var value: Double
    package var isBeyond: Bool
    package var isInside: Bool
    package var measuredAt: Instant
    /// How long the value holds if no other arrives.
    package var freshUntil: Instant

    package init(value: Double = 0, isBeyond: Bool, isInside: Bool, measuredAt: Instant, freshUntil: Instant) {
      self.value = value
      self.isBeyond = isBeyond
      self.isInside = isInside
      self.measuredAt = measuredAt
      self.freshUntil = freshUntil
    }
  }

  package enum Turn: Sendable {
    case begins
    case ends
    /// The value has been inside the limit for long enough to end the episode.
    case isCalm
  }

  /// What the owner of a count must know after it has changed.
  package struct State: Sendable {
    /// Whether nothing is counted and the alarm is off: a value inside the limit changes nothing.
    package let isIdle: Bool
    package let isOn: Bool
    package let isBeyond: Bool
    /// When ``turn(at:_:)`` is due if no other value arrives; `nil` if nothing is due.
    package let deadline: Instant?
  }

  package private(set) var isOn = false
  package private(set) var value = 0.0
  private var clock = FreshClock()
  private var beyond = Share()
  private var inside = MeasuredShare()
  /// Like `inside`, but it is not restarted when the alarm ends, so it measures the end of the episode.
  private var calm = MeasuredShare()
  private var isUncalm = false
  /// Whether the count comes from an earlier run and this run has no value yet: then nothing is due.
  private var isAsleep = false
  /// Whether something other than a value came since the latest value.
  private var isInterrupted = false
  /// The first measurement beyond the limit that a later one may confirm, and its fresh time.
  private var anchor: (measuredAt: Instant, fresh: Int64)?
  /// The fresh time of the older of two measurements that confirm each other.
  private var confirmedFrom: Int64?
  /// All fresh time so far, in nanoseconds.
  private var fresh: Int64 = 0

  package init() {}

  /// Whether nothing is counted and the alarm is off: a value inside the limit changes nothing.
  package var isIdle: Bool { !isOn && !isUncalm && beyond.isEmpty }

  package var isBeyond: Bool { beyond.holds }

  package mutating func take(_ sample: Sample, at instant: Instant, _ rule: ShareRule) {
    pass(to: instant, rule)
    isAsleep = false
    let isInTime = clock.isInTime(instant) && !isInterrupted
    isInterrupted = false
    if clock.begin(at: instant, freshUntil: sample.freshUntil) { clear() }
    beyond.set(sample.isBeyond)
    inside.take(sample.isInside, isInTime: isInTime, keeping: rule.endWindow)
    calm.take(sample.isInside && isUncalm, isInTime: isInTime, keeping: rule.calmWindow)
    guard sample.isBeyond else { return }
    value = sample.value
    confirm(sample.measuredAt, rule)
  }

  private mutating func confirm(_ measuredAt: Instant, _ rule: ShareRule) {
    guard let anchor, fresh - anchor.fresh <= rule.window else {
      anchor = (measuredAt, fresh)
      return
    }
    guard anchor.measuredAt < measuredAt, anchor.measuredAt.advanced(by: rule.confirmationGap) <= measuredAt else {
      return
    }
    confirmedFrom = anchor.fresh
    self.anchor = (measuredAt, fresh)
  }

  private func isConfirmed(_ rule: ShareRule) -> Bool { confirmedFrom.map { fresh - $0 <= rule.window } ?? false }

  private mutating func pass(to instant: Instant, _ rule: ShareRule) {
    let passed = clock.pass(to: instant)
    guard passed > 0 else { return }
    fresh += passed
    beyond.pass(passed, keeping: rule.longWindow)
    inside.pass(passed)
    calm.pass(passed)
    guard rule.countsHeldTime else { return }
    inside.take(inside.holds, isInTime: true, keeping: rule.endWindow)
    calm.take(calm.holds, isInTime: true, keeping: rule.calmWindow)
  }

  /// A message came without a number, or with one that cannot be true: the time since the value before ends no alarm.
  package mutating func interrupt() { isInterrupted = true }

  /// The latest value is stale, or no longer counts.
  package mutating func expire(at instant: Instant, _ rule: ShareRule) {
    pass(to: instant, rule)
    clock.expire(at: instant)
  }

  private mutating func clear() {
    beyond.clear()
    inside.clear()
    calm.clear()
    anchor = nil
    confirmedFrom = nil
  }

  /// When ``turn(at:_:)`` is due if no other value arrives; `nil` if nothing is due.
  package func deadline(_ rule: ShareRule) -> Instant? {
    guard !isAsleep else { return nil }
    if isOn { return clock.instant(after: time(until: rule.endsAfter, in: rule.endWindow, of: inside, rule)) }
    if beyond.holds { return clock.instant(after: rule.time(toBegin: beyond, isConfirmed: isConfirmed(rule))) }
    return clock.instant(after: time(until: rule.calmAfter, in: rule.calmWindow, of: calm, rule))
  }

  /// The time until a share is long enough to end something: it is with the latest value, or never without another one.
  private func time(until target: Int64, in window: Int64, of share: MeasuredShare, _ rule: ShareRule) -> Int64? {
    rule.countsHeldTime ? share.time(until: target, in: window) : share.holds && share.isLong(target, window) ? 0 : nil
  }

  /// Returns the state. It changes nothing, and is mutating so that it is called in place: to ask a count in an array,
  /// the compiler copies it with all its references, once for each question from another room.
  package mutating func state(_ rule: ShareRule) -> State {
    State(isIdle: isIdle, isOn: isOn, isBeyond: isBeyond, deadline: deadline(rule))
  }

  /// Performs the next change that is due at or before an instant.
  package mutating func turn(at instant: Instant, _ rule: ShareRule) -> Turn? {
    guard let due = deadline(rule), due <= instant else { return nil }
    pass(to: instant, rule)
    if isOn {
      isOn = false
      beginAgain()
      return .ends
    }
    if beyond.holds {
      begin()
      return .begins
    }
    isUncalm = false
    calm = MeasuredShare()
    return .isCalm
  }

  /// Restarts all counts except the one that ends the episode, because the alarm has ended.
  package mutating func beginAgain() {
    let calm = calm
    clear()
    self.calm = calm
  }

  private mutating func begin() {
    isOn = true
    isUncalm = true
    // What was inside before the alarm ends nothing of it.
    inside.clear()
  }

  /// Switches the alarm off because its data are missing, which another alarm reports. The counts stay.
  package mutating func endAtOnce() { isOn = false }

  package var isCalm: Bool { !isOn && !isUncalm }

  /// Ends the alarm on a person's order: counting begins again.
  package mutating func dismiss() { self = ShareCount() }

  /// Continues an alarm that was on in an earlier run. The next values of the sensor decide whether it stays on.
  package mutating func resume(value: Double, at instant: Instant) {
    begin()
    self.value = value
    _ = clock.begin(at: instant, freshUntil: instant)
  }

  /// Switches the alarm on without its own time: another alarm is handed over to it.
  package mutating func beginAtOnce() { begin() }

  /// Begins again, since an earlier run has logged the end of its alarm.
  package mutating func endLogged() {
    isOn = false
    beginAgain()
  }

  /// The same count with its alarm off, for a new run that restores the alarm separately.
  package var withoutAlarm: ShareCount {
    var count = self
    count.isOn = false
    count.isAsleep = true
    return count
  }

  /// The same count on a time axis that begins earlier by `duration`.
  package func later(by duration: Duration) -> ShareCount {
    var count = self
    count.clock = clock.later(by: duration)
    if let anchor { count.anchor = (anchor.measuredAt.advanced(by: duration), anchor.fresh) }
    return count
  }
}
