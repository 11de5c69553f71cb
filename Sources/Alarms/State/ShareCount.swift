import Readings

/// What the share rule has counted of one condition at one sensor, and whether its alarm is on.
package struct ShareCount: Sendable {
  package struct Sample: Sendable {
    /// The value, in the unit of the limit's quantity.
    package var value: Double
    /// Whether it is beyond the limit.
    package var isBeyond: Bool
    /// Whether it is inside by the hysteresis.
    package var isInside: Bool
    /// When it was measured.
    package var measuredAt: Instant
    /// Until when it holds, if no other comes.
    package var freshUntil: Instant

    package init(value: Double = 0, isBeyond: Bool, isInside: Bool, measuredAt: Instant, freshUntil: Instant) {
      self.value = value
      self.isBeyond = isBeyond
      self.isInside = isInside
      self.measuredAt = measuredAt
      self.freshUntil = freshUntil
    }
  }

  /// What has come of it.
  package enum Turn: Sendable {
    /// The alarm begins.
    case begins
    /// The alarm ends.
    case ends
    /// All has been well for so long that the episode is over.
    case isCalm
  }

  /// Whether the alarm is on.
  package private(set) var isOn = false
  /// The latest value beyond the limit.
  package private(set) var value = 0.0
  private var clock = FreshClock()
  private var beyond = Share()
  private var inside = Share()
  /// The same since an alarm of this episode has ended, which does not begin again at its end.
  private var calm = Share()
  private var isUncalm = false
  /// Whether it comes from an earlier run, and no value of this one has come yet: nothing is due on that one's data.
  private var isAsleep = false
  /// The first of the measurements beyond that may confirm each other, and when that was in fresh time.
  private var anchor: (measuredAt: Instant, fresh: Int64)?
  /// When, in fresh time, the older of two that confirm each other was taken.
  private var confirmedFrom: Int64?
  /// Fresh time so far, nanoseconds.
  private var fresh: Int64 = 0

  /// Nothing was ever beyond.
  package init() {}

  /// Whether nothing is counted and nothing is on: a value inside changes nothing.
  package var isIdle: Bool { !isOn && !isUncalm && beyond.isEmpty }

  /// Whether the value is beyond now.
  package var isBeyond: Bool { beyond.holds }

  /// Takes in a value.
  package mutating func take(_ sample: Sample, at instant: Instant, _ rule: ShareRule) {
    pass(to: instant, rule)
    isAsleep = false
    if clock.begin(at: instant, freshUntil: sample.freshUntil) { clear() }
    beyond.set(sample.isBeyond)
    inside.set(sample.isInside)
    calm.set(sample.isInside && isUncalm)
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
    inside.pass(passed, keeping: rule.endWindow)
    calm.pass(passed, keeping: rule.calmWindow)
  }

  /// The data have gone stale, or count no more.
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

  /// When something is due, if no other value comes; `nil` for nothing.
  package func deadline(_ rule: ShareRule) -> Instant? {
    guard !isAsleep else { return nil }
    if isOn {
      return inside.holds ? clock.instant(after: inside.time(until: rule.endsAfter, in: rule.endWindow)) : nil
    }
    if beyond.holds { return clock.instant(after: rule.time(toBegin: beyond, isConfirmed: isConfirmed(rule))) }
    return calm.holds ? clock.instant(after: calm.time(until: rule.calmAfter, in: rule.calmWindow)) : nil
  }

  /// Lets happen what is due by an instant.
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
    calm = Share()
    return .isCalm
  }

  /// An alarm has ended of which it was a part: the counts begin again, but for what ends the episode.
  package mutating func beginAgain() {
    let calm = calm
    clear()
    self.calm = calm
  }

  private mutating func begin() {
    isOn = true
    isUncalm = true
  }

  /// The alarm ends for another reason: its data have gone, and another one tells of that. What was counted stays.
  package mutating func endAtOnce() { isOn = false }

  /// Whether its episode is over.
  package var isCalm: Bool { !isOn && !isUncalm }

  /// The alarm ends by a person's hand: what comes is judged from its beginning.
  package mutating func dismiss() { self = ShareCount() }

  /// Goes on where an earlier run was: its alarm was on. What the sensor says next decides.
  package mutating func resume(value: Double, at instant: Instant) {
    begin()
    self.value = value
    _ = clock.begin(at: instant, freshUntil: instant)
  }

  /// The alarm begins for another reason than its own time: what was there before is handed over to it.
  package mutating func beginAtOnce() { begin() }

  /// The same count without its alarm, for a run that learns of that in another way.
  package var withoutAlarm: ShareCount {
    var count = self
    count.isOn = false
    count.isAsleep = true
    return count
  }

  /// The same on a time axis that begins so much earlier.
  package func later(by duration: Duration) -> ShareCount {
    var count = self
    count.clock = clock.later(by: duration)
    if let anchor { count.anchor = (anchor.measuredAt.advanced(by: duration), anchor.fresh) }
    return count
  }
}
