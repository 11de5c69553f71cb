import Alarms
import Readings

/// Decides for one value from what time on an alarm must be signalled, may begin, and may end, according to the text of
/// the share rule. If the text leaves something open, *must* uses the reading that demands least, and *may* the one
/// that allows most: a violation is never a matter of interpretation.
///
/// Several sensors of one person count together, and the first one with good data decides: it is the same heart,
/// whichever sensor measures it.
struct Judge: Sendable {
  /// The limits that count together: one, or both of the heart rate.
  let promises: [AlarmRequirement]
  let matter: AlarmRequirement.Matter
  var isOfPerson: Bool { matter == .heartRate || matter == .saturation }
  /// The latest value of each sensor; the first one with good data decides.
  private var received: [ReceivedValue]

  /// The counts for *must* and for *may*, with the bounds of a proved value and of any value.
  private var provedMust: SecondCount
  private var provedMay: SecondCount
  private var anyMust: SecondCount?
  private var anyMay: SecondCount?
  private let notBefore: Int
  private let anyNotBefore: Int
  /// Whether the value was back inside by the hysteresis in the latest seconds of fresh time, the newest in the lowest
  /// bit.
  private var clearedProved: UInt128 = 0
  private var cleared: UInt128 = 0
  private var clearedSince: UInt128 = 0
  /// Whether it was so for longer than any alarm takes to end, up to the latest value.
  private var isLongInside = false

  private var staleFor = 0
  private var hasCleared = false
  /// Whether a value has come since the box started.
  private var hasReceived = true
  private var beyondFor = 0
  /// Whether the alarm must be signalled now.
  private(set) var mustBeReported = false

  /// A gap up to this length is cut out of the count, s; a longer one resets it.
  private static let longestGap = 120
  /// Tolerance before a violation, s, because the count uses whole seconds. Own choice.
  private static let slack = 1
  /// This many seconds of good data end an alarm if nothing proves them.
  private static let unprovedReturn = 30

  /// - Parameter sensors: the sensors that measure the value, and how long a value of each holds, s, in order of
  ///   precedence.
  init(_ promises: [AlarmRequirement], at sensors: [(sensor: SensorIndex, freshness: Double)], _ terms: Terms) {
    self.promises = promises
    received = sensors.map { ReceivedValue($0.sensor, freshness: $0.freshness) }
    let first = promises.first
    matter = first?.matter ?? .heartRate
    notBefore = first?.notBefore ?? 0
    let mustBy = first?.mustBy ?? 1
    provedMust = SecondCount(mustBy: mustBy)
    provedMay = SecondCount(mustBy: mustBy, slack: 2)
    anyNotBefore = Int(terms.unproved.notBefore.components.seconds)
    guard matter == .heartRate else { return }
    let unproved = Int(terms.unproved.mustBy.components.seconds)
    anyMust = SecondCount(mustBy: unproved)
    anyMay = SecondCount(mustBy: unproved, slack: 2)
  }

  /// The sensor whose value counts at a time, if that is certain.
  func speaker(_ now: Double) -> SensorIndex? { received.first { $0.isGood(now) }?.sensor }

  /// Calls a function with every value that may be taken for the one that counts at a time: that of the deciding
  /// sensor; that of the next one if the first is frozen; and if no sensor decides, those that hold through messages
  /// without a value.
  private func forEachValue(_ now: Double, _ body: (ReceivedValue) -> Void) {
    guard let first = received.first(where: { $0.isGood(now) }) else {
      for value in received where value.holds(now) { body(value) }
      return
    }
    body(first)
    guard first.mayBeStill(now) else { return }
    for value in received where value.sensor != first.sensor && value.isGood(now) { body(value) }
  }

  private func isAny(_ now: Double, _ test: (ReceivedValue) -> Bool) -> Bool {
    var isAny = false
    forEachValue(now) { if test($0) { isAny = true } }
    return isAny
  }

  /// Whether a test is true for every such value, and there is a deciding sensor.
  private func isSure(_ now: Double, _ test: (ReceivedValue) -> Bool) -> Bool {
    speaker(now) != nil && !isAny(now) { !test($0) }
  }

  /// The limit that the value is beyond at a time.
  func beyond(_ now: Double) -> ConditionID? {
    var beyond: ConditionID?
    forEachValue(now) { beyond = beyond ?? $0.beyond }
    return beyond
  }

  /// Processes a message of a sensor.
  /// - Parameter isContradicted: whether another sensor of the person disagrees, so that neither is proved.
  mutating func receive(_ reading: Reading, from sensor: SensorIndex, isContradicted: Bool = false, _ now: Double) {
    guard let place = received.firstIndex(where: { $0.sensor == sensor }) else { return }
    hasReceived = true
    received[place].receive(reading, promises, isContradicted: isContradicted, now)
    if !isSure(now, { $0.beyond != nil }) { mustBeReported = false }
    noteCleared(now)
    // An alarm ends with a value: the time in which the latest one is only held counts for nothing.
    isLongInside = Self.seconds(clearedSince, of: Self.longReturn) == Self.longReturn
  }

  private mutating func noteCleared(_ now: Double) {
    // The latest value holds until the next one.
    if isAny(now, { _ in true }) { hasCleared = isAny(now) { $0.hasCleared } }
  }

  /// Call this for each second, for which the latest message holds.
  mutating func pass(_ now: Double) {
    let start = now - 1
    guard isAny(start, { _ in true }) else {
      // A system need not count this second, but one that receives a sensor without a value may let it weaken its
      // counts.
      if received.contains(where: { start < $0.receivedUntil }) {
        provedMust.countSecond(false)
        anyMust?.countSecond(false)
      }
      beyondFor = 0
      mustBeReported = false
      // An alarm ends on fresh values only, so what came before a gap need not end it.
      (clearedSince, isLongInside) = (0, false)
      staleFor += 1
      if staleFor > Self.longestGap { restart() }
      return
    }
    staleFor = 0
    let isBeyond = isSure(start) { $0.beyond != nil }
    let isProvedBeyond = isBeyond && isSure(start) { $0.isProved }
    let mayBeBeyond = isAny(start) { $0.beyond != nil }
    let mayBeProvedBeyond = isAny(start) { $0.beyond != nil && $0.mayBeProved }
    let mayBeProvedInside = isAny(start) { $0.hasCleared && $0.mayBeProved }
    provedMust.countSecond(isProvedBeyond)
    anyMust?.countSecond(isBeyond)
    // While no sensor gives a good value, a system may hold the last one or cut the time out: an alarm may begin in
    // both cases.
    let isGood = speaker(start) != nil
    if isGood || mayBeProvedBeyond { provedMay.countSecond(mayBeProvedBeyond) }
    if isGood || mayBeBeyond { anyMay?.countSecond(mayBeBeyond) }
    // A value holds until the next one, also through messages without a value.
    noteCleared(start)
    cleared = cleared << 1 | (hasCleared ? 1 : 0)
    clearedProved = clearedProved << 1 | (mayBeProvedInside ? 1 : 0)
    let isKnownInside = hasReceived && isSure(start) { $0.hasCleared }
    clearedSince = speaker(start) == nil ? 0 : clearedSince << 1 | (isKnownInside ? 1 : 0)
    if clearedSince & 1 == 0 { isLongInside = false }
    beyondFor = isBeyond ? beyondFor + 1 : 0
    mustBeReported =
      beyondFor > Self.slack
      && (provedMust.mustBeReported(slack: Self.slack) || anyMust?.mustBeReported(slack: Self.slack) ?? false)
  }

  /// Call this when an alarm has begun: from now on it may last as long as an alarm may.
  mutating func noteBegin() { (clearedSince, isLongInside) = (0, false) }

  /// Call this when the box has started again: it knows no value until the next one comes.
  mutating func noteRestart() {
    noteBegin()
    hasReceived = false
  }

  /// Call this when an alarm has ended: the counts start from zero. That of the time inside also does, although it
  /// continues when an alarm begins.
  mutating func restart() {
    forgetBeyond()
    (cleared, clearedProved) = (0, 0)
  }

  /// Call this when an alarm may have ended: the counts of the time beyond a limit start from zero.
  mutating func forgetBeyond() {
    forgetMust()
    provedMay.restart()
    anyMay?.restart()
  }

  /// Call this when an alarm may have ended: no earlier value must be signalled any more.
  mutating func forgetMust() {
    provedMust.restart()
    anyMust?.restart()
    beyondFor = 0
    mustBeReported = false
  }

  /// Whether an alarm may begin now: the data are fresh, beyond a limit, and were so for N in total.
  func mayBegin(_ now: Double) -> Bool {
    // At the exact time at which a value expires, both answers are right.
    guard isAny(now, { $0.beyond != nil }) || isAny(now.nextDown, { $0.beyond != nil }) else { return false }
    // The current second is not counted yet.
    return provedMay.recent + 1 >= notBefore || anyMay.map { $0.recent + 1 >= anyNotBefore } ?? false
  }

  /// Whether an alarm may end now: the value is inside, and was so for long enough in total.
  var mayEnd: Bool {
    guard hasCleared else { return false }
    // A slow sensor needs a measurement inside.
    if matter == .co2 || matter == .altitude { return true }
    let ends = min(60, max(5, notBefore))
    return Self.seconds(clearedProved, of: ends * 3 / 2 + 2) + 1 >= ends
      || Self.seconds(cleared, of: Self.unprovedReturn * 3 / 2 + 2) + 1 >= Self.unprovedReturn
  }

  /// Whether the value has been back for so long that no alarm may still depend on it.
  var mustHaveEnded: Bool { isLongInside && !isSilent }
  private var isSilent: Bool { received.allSatisfy(\.isUncertain) }
  /// Longer than any alarm takes to end: E is at most 60 s, in total within 90 s. Own choice.
  private static let longReturn = 100

  private static func seconds(_ history: UInt128, of window: Int) -> Int {
    (history & (UInt128(1) << UInt128(window) - 1)).nonzeroBitCount
  }
}
