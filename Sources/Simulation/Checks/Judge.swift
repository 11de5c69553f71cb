import Alarms
import Readings

/// Says of one value from when on an alarm must be told, may begin, and may end, by the text of the share rule. Where the text
/// leaves something open, *must* takes the reading that asks least, and *may* the one that allows most: a complaint is never
/// a matter of taste.
///
/// Of several sensors of one person the first that gives good data speaks, and they count together: whose heart it is does
/// not change with the sensor that tells of it.
struct Judge: Sendable {
  /// The limits that count together: one, or both of the heart.
  let promises: [AlarmRequirement]
  let matter: AlarmRequirement.Matter
  /// What its sensors said last; the first with good data speaks.
  private var heard: [HeardValue]

  /// What counts towards *must*, and what towards *may*: with the bounds of a proved value, and of any.
  private var provedMust: ShareCount
  private var provedMay: ShareCount
  private var anyMust: ShareCount?
  private var anyMay: ShareCount?
  private let notBefore: Int
  private let anyNotBefore: Int
  /// Whether the value was back inside by the hysteresis in the latest seconds of fresh time, the newest lowest.
  private var clearedProved: UInt128 = 0
  private var cleared: UInt128 = 0
  /// The same since an alarm began.
  private var clearedSince: UInt128 = 0

  private var staleFor = 0
  private var hasCleared = false
  private var beyondFor = 0
  /// Whether the alarm must be signalled now.
  private(set) var mustBeTold = false

  /// A gap up to this is cut out of the count, s; after a longer one it begins from zero.
  private static let longestGap = 120
  /// Seconds to spare before a complaint: the count goes by whole seconds. Ours.
  private static let slack = 1
  /// So many seconds of good data end an alarm where nothing proves them.
  private static let unprovedReturn = 30

  /// - Parameter sensors: where it is measured, and for how long a value of each holds, s; who goes first comes first.
  init(_ promises: [AlarmRequirement], at sensors: [(sensor: SensorIndex, freshness: Double)], _ terms: Terms) {
    self.promises = promises
    heard = sensors.map { HeardValue($0.sensor, freshness: $0.freshness) }
    let first = promises.first
    matter = first?.matter ?? .heartRate
    notBefore = first?.notBefore ?? 0
    let mustBy = first?.mustBy ?? 1
    provedMust = ShareCount(mustBy: mustBy)
    provedMay = ShareCount(mustBy: mustBy, slack: 2)
    anyNotBefore = Int(terms.unproved.notBefore.components.seconds)
    guard matter == .heartRate else { return }
    let unproved = Int(terms.unproved.mustBy.components.seconds)
    anyMust = ShareCount(mustBy: unproved)
    anyMay = ShareCount(mustBy: unproved, slack: 2)
  }

  // MARK: Who speaks

  /// The one whose value counts at a moment, beyond doubt or not.
  func speaker(_ now: Double) -> SensorIndex? { heard.first { $0.isGood(now) }?.sensor }

  /// Calls a function with every value that somebody may take for the one that counts at a moment: that of the speaker; that
  /// of the next where the speaker's stands still; without a speaker those that hold through messages without a value.
  private func forEachValue(_ now: Double, _ body: (HeardValue) -> Void) {
    guard let first = heard.first(where: { $0.isGood(now) }) else {
      for value in heard where value.holds(now) { body(value) }
      return
    }
    body(first)
    guard first.mayBeStill(now) else { return }
    for value in heard where value.sensor != first.sensor && value.isGood(now) { body(value) }
  }

  private func isAny(_ now: Double, _ test: (HeardValue) -> Bool) -> Bool {
    var isAny = false
    forEachValue(now) { if test($0) { isAny = true } }
    return isAny
  }

  /// Whether that is so of every one, and there is a speaker.
  private func isSure(_ now: Double, _ test: (HeardValue) -> Bool) -> Bool {
    speaker(now) != nil && !isAny(now) { !test($0) }
  }

  /// Which limit the value is beyond that counts at a moment.
  func beyond(_ now: Double) -> ConditionID? {
    var beyond: ConditionID?
    forEachValue(now) { beyond = beyond ?? $0.beyond }
    return beyond
  }

  // MARK: What goes in

  /// Takes in what a sensor says now.
  /// - Parameter isContradicted: whether another sensor of the person says something else, so that neither is proved.
  mutating func take(_ reading: Reading, from sensor: SensorIndex, isContradicted: Bool = false, _ now: Double) {
    guard let place = heard.firstIndex(where: { $0.sensor == sensor }) else { return }
    heard[place].take(reading, promises, isContradicted: isContradicted, now)
    if !isSure(now, { $0.beyond != nil }) { mustBeTold = false }
    noteCleared(now)
  }

  private mutating func noteCleared(_ now: Double) {
    // What was said last stands until something else is said.
    if isAny(now, { _ in true }) { hasCleared = isAny(now) { $0.hasCleared } }
  }

  /// A second has passed in which what was taken in last held.
  mutating func pass(_ now: Double) {
    let start = now - 1
    guard isAny(start, { _ in true }) else {
      // Nobody may count this second; who hears a sensor without a value may yet let it weaken what it has counted.
      if heard.contains(where: { start < $0.heardUntil }) {
        provedMust.take(false)
        anyMust?.take(false)
      }
      beyondFor = 0
      mustBeTold = false
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
    provedMust.take(isProvedBeyond)
    anyMust?.take(isBeyond)
    // While nobody gives a good value some hold the last one and some cut the time out: either may begin.
    let isGood = speaker(start) != nil
    if isGood || mayBeProvedBeyond { provedMay.take(mayBeProvedBeyond) }
    if isGood || mayBeBeyond { anyMay?.take(mayBeBeyond) }
    // A value holds until the next, also through messages without one.
    noteCleared(start)
    cleared = cleared << 1 | (hasCleared ? 1 : 0)
    clearedProved = clearedProved << 1 | (mayBeProvedInside ? 1 : 0)
    if speaker(start) != nil { clearedSince = clearedSince << 1 | (isSure(start) { $0.hasCleared } ? 1 : 0) }
    beyondFor = isBeyond ? beyondFor + 1 : 0
    mustBeTold =
      beyondFor > Self.slack
      && (provedMust.mustBeTold(slack: Self.slack) || anyMust?.mustBeTold(slack: Self.slack) ?? false)
  }

  /// An alarm has begun: it may stand for as long as one may from here on.
  mutating func noteBegin() { clearedSince = 0 }

  /// An alarm has ended: the counts begin from zero, also that of the time inside, which runs on through the beginning of one.
  mutating func restart() {
    forgetBeyond()
    (cleared, clearedProved) = (0, 0)
  }

  /// An alarm may have ended: the counts of what is beyond begin from zero.
  mutating func forgetBeyond() {
    forgetMust()
    provedMay.restart()
    anyMay?.restart()
  }

  /// An alarm may have ended: nothing of before must be told.
  mutating func forgetMust() {
    provedMust.restart()
    anyMust?.restart()
    beyondFor = 0
    mustBeTold = false
  }

  // MARK: What may come out

  /// Whether an alarm may begin now: on fresh data beyond a limit, which were so for N in all.
  func mayBegin(_ now: Double) -> Bool {
    // At the moment at which a value holds no more both answers are right.
    guard isAny(now, { $0.beyond != nil }) || isAny(now.nextDown, { $0.beyond != nil }) else { return false }
    // The second that runs is not counted yet.
    return provedMay.recent + 1 >= notBefore || anyMay.map { $0.recent + 1 >= anyNotBefore } ?? false
  }

  /// Whether an alarm may end now: the value is inside, and was so for long enough in all.
  var mayEnd: Bool {
    guard hasCleared else { return false }
    // A slow sensor needs a measurement inside.
    if matter == .co2 || matter == .altitude { return true }
    let ends = min(60, max(5, notBefore))
    return Self.seconds(clearedProved, of: ends * 3 / 2 + 2) + 1 >= ends
      || Self.seconds(cleared, of: Self.unprovedReturn * 3 / 2 + 2) + 1 >= Self.unprovedReturn
  }

  /// Whether the value has been back for so long that no alarm may stand on it.
  var mustHaveEnded: Bool { Self.seconds(clearedSince, of: Self.longReturn) == Self.longReturn && !isSilent }
  private var isSilent: Bool { heard.allSatisfy(\.isUncertain) }
  /// Longer than any alarm takes to end: E is 60 s at most, in all within 90 s. Ours.
  private static let longReturn = 100

  private static func seconds(_ history: UInt128, of window: Int) -> Int {
    (history & (UInt128(1) << UInt128(window) - 1)).nonzeroBitCount
  }
}
