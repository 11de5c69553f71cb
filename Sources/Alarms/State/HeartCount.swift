import Readings

/// The share rules of one person's heart rate, prepared for the critical loop: one for proved and one for unproved
/// rates.
package struct HeartRule: Sendable, Equatable {
  package let proved: ShareRule
  /// Counts every rate, proved or not.
  package let unproved: ShareRule

  /// Raises the unproved bounds to the proved ones if they are less.
  package init(proved: Bounds, unproved: Bounds) {
    self.proved = ShareRule(proved)
    self.unproved = ShareRule(
      Bounds(
        notBefore: max(proved.notBefore, unproved.notBefore), mustBy: max(proved.mustBy, unproved.mustBy)))
    noPulseUnproved = self.unproved.ending(after: Self.unprovedEnd)
  }

  /// An unproved rate inside the limits ends an alarm after this time in all within 1.5 times this time, in
  /// nanoseconds. Longer than nearly every artefact, and short enough for a rhythm that is never regular. Own choice.
  static let unprovedEnd = Duration.seconds(30).wholeNanoseconds
  static let unprovedEndWindow = unprovedEnd + unprovedEnd / 2
  package static let confirmingBeats = 3

  package var noPulse: ShareRule { unproved }
  /// The rule of a missing pulse while the rate that has returned is unproved: it ends the alarm later.
  package let noPulseUnproved: ShareRule
}

/// The share rule applied to one person's heart rate. The time beyond either limit counts together; the alarm is about
/// the limit that was exceeded for longer, or at a tie about the latest. The owner must call ``turn(at:_:)`` at each
/// ``deadline(_:)``.
package struct HeartCount: Sendable {
  package enum Side: Sendable { case low, high }

  package struct Sample: Sendable {
    /// Beats per minute.
    package var value: Double
    /// The limit that the rate is beyond; `nil` for neither.
    package var beyond: Side?
    /// Whether the rate is inside both limits by the hysteresis.
    package var isInside: Bool
    /// Whether RR intervals and skin contact confirm the rate.
    package var isProved: Bool
    /// How many beats of this message agree with the rate; `nil` if one disagrees.
    package var agreeingBeats: Int?
    /// How long the rate holds if no other arrives.
    package var freshUntil: Instant

    package init(
      value: Double, beyond: Side?, isInside: Bool, isProved: Bool, agreeingBeats: Int?, freshUntil: Instant
    ) {
      self.value = value
      self.beyond = beyond
      self.isInside = isInside
      self.isProved = isProved
      self.agreeingBeats = agreeingBeats
      self.freshUntil = freshUntil
    }
  }

  package enum Turn: Sendable, Equatable {
    case begins(Side)
    /// The alarm is now about the other limit.
    case changes(Side)
    case ends
    /// The rate has been inside the limits for long enough to end the episode.
    case isCalm
  }

  /// The limit that the alarm is about; `nil` while no alarm is on.
  package private(set) var side: Side?
  private var clock = FreshClock()
  private var low = Share()
  private var high = Share()
  private var proved = Share()
  private var beyond = Share()
  private var inside = MeasuredShare()
  private var provedInside = MeasuredShare()
  private var calm = MeasuredShare()
  private var provedCalm = MeasuredShare()
  private var isUncalm = false
  /// Whether the count comes from an earlier run and this run has no heart rate yet: then nothing is due.
  private var isAsleep = false
  /// Whether something other than a rate came since the latest rate.
  private var isInterrupted = false
  private var current: Side?
  private var isInside = false
  private var lowValue = 0.0
  private var highValue = 0.0
  /// When, in fresh time, the latest three beats were received that agree with a rate beyond a limit; the newest last.
  private var beats = InlineArray<3, Int64>(repeating: .min)
  private var fresh: Int64 = 0

  package init() {}

  /// Whether nothing is counted and no alarm is on: a rate inside the limits changes nothing.
  package var isIdle: Bool { side == nil && !isUncalm && beyond.isEmpty }

  /// Whether the current rate is beyond the limit that the alarm is about.
  package var isBeyondNow: Bool { current != nil && current == side }
  /// Whether the latest rate is beyond a limit, with an alarm or still without.
  package var isBeyondAny: Bool { current != nil }

  package func value(beyond side: Side) -> Double { side == .low ? lowValue : highValue }

  package mutating func take(_ sample: Sample, at instant: Instant, _ rule: HeartRule) {
    pass(to: instant, rule)
    isAsleep = false
    let isInTime = clock.isInTime(instant) && !isInterrupted && sample.value > 0
    isInterrupted = false
    if clock.begin(at: instant, freshUntil: sample.freshUntil) { clear() }
    current = sample.beyond
    isInside = sample.isInside
    switch sample.beyond {
    case .low: lowValue = sample.value
    case .high: highValue = sample.value
    case nil: break
    }
    low.set(sample.beyond == .low)
    high.set(sample.beyond == .high)
    beyond.set(sample.beyond != nil)
    proved.set(sample.beyond != nil && sample.isProved)
    let isProvedInside = sample.isInside && sample.isProved
    inside.take(sample.isInside, isInTime: isInTime, keeping: HeartRule.unprovedEndWindow)
    provedInside.take(isProvedInside, isInTime: isInTime, keeping: rule.proved.endWindow)
    calm.take(sample.isInside && isUncalm, isInTime: isInTime, keeping: rule.unproved.calmWindow)
    provedCalm.take(isProvedInside && isUncalm, isInTime: isInTime, keeping: rule.proved.calmWindow)
    guard sample.beyond != nil else { return }
    guard let agreeing = sample.agreeingBeats else {
      beats = InlineArray(repeating: .min)
      return
    }
    for _ in 0..<min(agreeing, HeartRule.confirmingBeats) {
      beats[0] = beats[1]
      beats[1] = beats[2]
      beats[2] = fresh
    }
  }

  private mutating func pass(to instant: Instant, _ rule: HeartRule) {
    let passed = clock.pass(to: instant)
    guard passed > 0 else { return }
    fresh += passed
    low.pass(passed, keeping: rule.unproved.window)
    high.pass(passed, keeping: rule.unproved.window)
    beyond.pass(passed, keeping: rule.unproved.longWindow)
    proved.pass(passed, keeping: rule.proved.longWindow)
    inside.pass(passed)
    provedInside.pass(passed)
    calm.pass(passed)
    provedCalm.pass(passed)
  }

  /// A message came without a rate: the time since the rate before ends no alarm.
  package mutating func interrupt() { isInterrupted = true }

  /// The latest heart rate is stale, or no longer counts.
  package mutating func expire(at instant: Instant, _ rule: HeartRule) {
    pass(to: instant, rule)
    clock.expire(at: instant)
  }

  /// Restarts all counts except those that end the episode.
  private mutating func clearForEnd() {
    low.clear()
    high.clear()
    beyond.clear()
    proved.clear()
    inside.clear()
    provedInside.clear()
    beats = InlineArray(repeating: .min)
  }

  private mutating func clear() {
    clearForEnd()
    calm.clear()
    provedCalm.clear()
  }

  /// The window in which the two sides are compared. It is shorter for a proved rate, which changes the side sooner.
  private func window(_ rule: HeartRule) -> Int64 { proved.holds ? rule.proved.window : rule.unproved.window }

  /// The side with more time within the window; at a tie, the side of the current rate.
  private func leading(_ rule: HeartRule) -> Side {
    let window = window(rule)
    let lowTime = low.amount(in: window), highTime = high.amount(in: window)
    if lowTime == highTime { return current ?? side ?? .high }
    return lowTime > highTime ? .low : .high
  }

  private func isConfirmed(within window: Int64) -> Bool { beats[0] != .min && fresh - beats[0] <= window }

  /// When ``turn(at:_:)`` is due if no other heart rate arrives; `nil` if nothing is due.
  package func deadline(_ rule: HeartRule) -> Instant? {
    guard !isAsleep else { return nil }
    if let side { return changeDeadline(from: side, rule) ?? endDeadline(rule) }
    if current != nil { return beginDeadline(rule) }
    let isCalm =
      isUncalm && isInside
      && (calm.isLong(rule.unproved.calmAfter, rule.unproved.calmWindow)
        || provedCalm.isLong(rule.proved.calmAfter, rule.proved.calmWindow))
    return isCalm ? clock.instant(after: 0) : nil
  }

  private func beginDeadline(_ rule: HeartRule) -> Instant? {
    var time = rule.unproved.time(
      toBegin: beyond, isConfirmed: isConfirmed(within: rule.unproved.window))
    if let own = rule.proved.time(toBegin: proved, isConfirmed: isConfirmed(within: rule.proved.window)),
      proved.holds || own == 0
    {
      time = min(time ?? own, own)
    }
    return clock.instant(after: time)
  }

  private func endDeadline(_ rule: HeartRule) -> Instant? {
    let after = max(HeartRule.unprovedEnd, rule.proved.endsAfter)
    let window = max(HeartRule.unprovedEndWindow, rule.proved.endWindow)
    let isLong = inside.isLong(after, window) || provedInside.isLong(rule.proved.endsAfter, rule.proved.endWindow)
    return isInside && isLong ? clock.instant(after: 0) : nil
  }

  /// The least time to the next comparison of the two sides, in nanoseconds. The other side cannot overtake before half
  /// of its lag has passed, so the sides are compared again then, but not sooner than after this time.
  private static let shortestLook: Int64 = 50_000_000

  private func changeDeadline(from side: Side, _ rule: HeartRule) -> Instant? {
    guard let current, current != side else { return nil }
    let window = window(rule)
    let lowTime = low.amount(in: window), highTime = high.amount(in: window)
    let lacking = side == .low ? lowTime - highTime : highTime - lowTime
    return clock.instant(after: lacking <= 0 ? 0 : max(lacking / 2, Self.shortestLook))
  }

  /// Performs the next change that is due at or before an instant.
  package mutating func turn(at instant: Instant, _ rule: HeartRule) -> Turn? {
    guard let due = deadline(rule), due <= instant else { return nil }
    pass(to: instant, rule)
    if let side {
      if let current, current != side {
        let leading = leading(rule)
        guard leading != side else { return nil }
        self.side = leading
        return .changes(leading)
      }
      guard isInside else { return nil }
      self.side = nil
      clearForEnd()
      return .ends
    }
    if current != nil {
      let leading = leading(rule)
      begin(leading)
      return .begins(leading)
    }
    isUncalm = false
    calm = MeasuredShare()
    provedCalm = MeasuredShare()
    return .isCalm
  }

  private mutating func begin(_ side: Side) {
    self.side = side
    isUncalm = true
    // What was inside before the alarm ends nothing of it.
    inside.clear()
    provedInside.clear()
  }

  /// Ends the alarm on a person's order or for a standby: counting begins again.
  package mutating func dismiss() { self = HeartCount() }

  /// Switches the alarm on without its own time: it continues the alarm of a missing pulse, or of an earlier run.
  package mutating func resume(_ side: Side, value: Double, at instant: Instant) {
    begin(side)
    if side == .low { lowValue = value } else { highValue = value }
    _ = clock.begin(at: instant, freshUntil: instant)
  }

  /// Begins again, since an earlier run has logged the end of its alarm.
  package mutating func endLogged() {
    side = nil
    clearForEnd()
  }

  /// The same count with its alarm off, for a new run that restores the alarm separately.
  package var withoutAlarm: HeartCount {
    var count = self
    count.side = nil
    count.isAsleep = true
    return count
  }

  /// The same count on a time axis that begins earlier by `duration`.
  package func later(by duration: Duration) -> HeartCount {
    var count = self
    count.clock = clock.later(by: duration)
    return count
  }
}
