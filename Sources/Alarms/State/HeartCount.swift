import Readings

/// The bounds of one person's heart rate, ready for the hot path.
package struct HeartRule: Sendable, Equatable {
  /// For a rate that its beats prove.
  package let proved: ShareRule
  /// For any rate.
  package let unproved: ShareRule

  /// - Parameters:
  ///   - proved: the bounds of a rate that its beats prove.
  ///   - unproved: those of any other; never below the proved ones.
  package init(proved: Bounds, unproved: Bounds) {
    self.proved = ShareRule(proved)
    self.unproved = ShareRule(
      Bounds(
        notBefore: max(proved.notBefore, unproved.notBefore), mustBy: max(proved.mustBy, unproved.mustBy)))
    noPulseUnproved = self.unproved.ending(after: Self.unprovedEnd)
  }

  /// An unproved return ends an alarm after so long in all within 1.5 of that: longer than nearly every artefact, and short
  /// enough for a rhythm that is never regular. Ours.
  static let unprovedEnd = Duration.seconds(30).wholeNanoseconds
  static let unprovedEndWindow = unprovedEnd + unprovedEnd / 2
  /// So many beats that agree confirm a heart rate.
  static let confirmingBeats = 3

  /// The bounds of a pulse that is missing.
  package var noPulse: ShareRule { unproved }
  /// The same while the rate that has come back is not proved.
  package let noPulseUnproved: ShareRule
}

/// What the share rule has counted of one person's heart rate. Both limits count together; the side with more time is
/// signalled, at a tie the latest.
package struct HeartCount: Sendable {
  /// A limit of the heart rate.
  package enum Side: Sendable { case low, high }

  /// One heart rate.
  package struct Sample: Sendable {
    /// Beats a minute.
    package var value: Double
    /// The limit that it is beyond.
    package var beyond: Side?
    /// Whether it is inside both limits by the hysteresis.
    package var isInside: Bool
    /// Whether its beats prove it, and the strap feels the skin where it can tell.
    package var isProved: Bool
    /// How many beats of this message agree with it; `nil` where one disagrees.
    package var agreeingBeats: Int?
    /// Until when it holds, if no other comes.
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

  /// What has come of it.
  package enum Turn: Sendable, Equatable {
    /// The alarm begins.
    case begins(Side)
    /// The alarm is about the other limit now.
    case changes(Side)
    /// The alarm ends.
    case ends
    /// All has been well for so long that the episode is over.
    case isCalm
  }

  /// The limit that is signalled; `nil` while no alarm is on.
  package private(set) var side: Side?
  private var clock = FreshClock()
  private var low = Share()
  private var high = Share()
  private var proved = Share()
  private var beyond = Share()
  private var inside = Share()
  private var provedInside = Share()
  private var calm = Share()
  private var provedCalm = Share()
  private var isUncalm = false
  /// Whether it comes from an earlier run, and no heart rate of this one has come yet: nothing is due on that one's data.
  private var isAsleep = false
  private var current: Side?
  private var isInside = false
  private var lowValue = 0.0
  private var highValue = 0.0
  /// When, in fresh time, the latest three beats that agree with a rate beyond were heard, the newest last.
  private var beats = InlineArray<3, Int64>(repeating: .min)
  private var fresh: Int64 = 0

  /// Nothing was ever beyond.
  package init() {}

  /// Whether nothing is counted and nothing is on: a rate inside changes nothing.
  package var isIdle: Bool { side == nil && !isUncalm && beyond.isEmpty }

  /// Whether the rate is beyond the limit that is signalled.
  package var isBeyondNow: Bool { current != nil && current == side }

  /// The latest rate beyond a limit.
  package func value(beyond side: Side) -> Double { side == .low ? lowValue : highValue }

  /// Takes in a heart rate.
  package mutating func take(_ sample: Sample, at instant: Instant, _ rule: HeartRule) {
    pass(to: instant, rule)
    isAsleep = false
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
    inside.set(sample.isInside)
    provedInside.set(sample.isInside && sample.isProved)
    calm.set(sample.isInside && isUncalm)
    provedCalm.set(sample.isInside && sample.isProved && isUncalm)
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
    inside.pass(passed, keeping: HeartRule.unprovedEndWindow)
    provedInside.pass(passed, keeping: rule.proved.endWindow)
    calm.pass(passed, keeping: rule.unproved.calmWindow)
    provedCalm.pass(passed, keeping: rule.proved.calmWindow)
  }

  /// There is no heart rate that counts from now on.
  package mutating func expire(at instant: Instant, _ rule: HeartRule) {
    pass(to: instant, rule)
    clock.expire(at: instant)
  }

  /// The counts begin again, but for what ends the episode.
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

  /// The window in which the sides are compared: a rate that is proved changes the side as soon as it is told.
  private func window(_ rule: HeartRule) -> Int64 { proved.holds ? rule.proved.window : rule.unproved.window }

  /// The side with more time within the window; at a tie the one that the rate is beyond now.
  private func leading(_ rule: HeartRule) -> Side {
    let window = window(rule)
    let lowTime = low.amount(in: window), highTime = high.amount(in: window)
    if lowTime == highTime { return current ?? side ?? .high }
    return lowTime > highTime ? .low : .high
  }

  private func isConfirmed(within window: Int64) -> Bool { beats[0] != .min && fresh - beats[0] <= window }

  /// When something is due, if no other heart rate comes; `nil` for nothing.
  package func deadline(_ rule: HeartRule) -> Instant? {
    guard !isAsleep else { return nil }
    if let side { return changeDeadline(from: side, rule) ?? endDeadline(rule) }
    if current != nil { return beginDeadline(rule) }
    guard isUncalm, isInside else { return nil }
    return soonest(
      calm, rule.unproved.calmAfter, rule.unproved.calmWindow, provedCalm, rule.proved.calmAfter,
      rule.proved.calmWindow)
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
    guard isInside else { return nil }
    return soonest(
      inside, max(HeartRule.unprovedEnd, rule.proved.endsAfter),
      max(HeartRule.unprovedEndWindow, rule.proved.endWindow), provedInside, rule.proved.endsAfter,
      rule.proved.endWindow)
  }

  /// The sooner of two shares that are reached. One that does not hold now can have been reached, and is not reached later.
  private func soonest(
    _ any: Share, _ target: Int64, _ window: Int64, _ proved: Share, _ provedTarget: Int64, _ provedWindow: Int64
  ) -> Instant? {
    var time = any.time(until: target, in: window)
    if let own = proved.time(until: provedTarget, in: provedWindow), proved.holds || own == 0 {
      time = min(time ?? own, own)
    }
    return clock.instant(after: time)
  }

  /// The other side overtakes no sooner than by half of what it lacks; then it is looked at again.
  private static let shortestLook: Int64 = 50_000_000

  private func changeDeadline(from side: Side, _ rule: HeartRule) -> Instant? {
    guard let current, current != side else { return nil }
    let window = window(rule)
    let lowTime = low.amount(in: window), highTime = high.amount(in: window)
    let lacking = side == .low ? lowTime - highTime : highTime - lowTime
    return clock.instant(after: lacking <= 0 ? 0 : max(lacking / 2, Self.shortestLook))
  }

  /// Lets happen what is due by an instant.
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
    calm = Share()
    provedCalm = Share()
    return .isCalm
  }

  private mutating func begin(_ side: Side) {
    self.side = side
    isUncalm = true
  }

  /// The alarm ends by a person's hand or in standby: what comes is judged from its beginning.
  package mutating func dismiss() { self = HeartCount() }

  /// The alarm goes on from elsewhere: a missing pulse that has come back, or an earlier run.
  package mutating func resume(_ side: Side, value: Double, at instant: Instant) {
    begin(side)
    if side == .low { lowValue = value } else { highValue = value }
    _ = clock.begin(at: instant, freshUntil: instant)
  }

  /// The same count without its alarm, for a run that learns of that in another way.
  package var withoutAlarm: HeartCount {
    var count = self
    count.side = nil
    count.isAsleep = true
    return count
  }

  /// The same on a time axis that begins so much earlier.
  package func later(by duration: Duration) -> HeartCount {
    var count = self
    count.clock = clock.later(by: duration)
    return count
  }
}
