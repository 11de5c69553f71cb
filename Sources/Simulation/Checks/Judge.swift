import Alarms
import Readings

/// Says of one value at one sensor from when on an alarm must be told, may begin, and may end, by the text of the share
/// rule. Where the text leaves something open, *must* takes the reading that asks least, and *may* the one that allows most:
/// a complaint is never a matter of taste.
struct Judge: Sendable {
  /// The limits that count together: one, or both of the heart.
  let promises: [Promise]
  let sensor: SensorIndex
  let matter: Promise.Matter

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

  private var beats = Beats()
  private let freshness: Double
  private var freshUntil = -Double.infinity
  private var heardUntil = -Double.infinity
  private var staleFor = 0
  private var isBeyond = false
  private var hasCleared = false
  /// Which limit the latest value is beyond.
  private(set) var beyond: ConditionID?
  private var beyondFor = 0
  /// Whether the alarm must be signalled now.
  private(set) var mustBeTold = false
  /// Whether the latest message told no value that counts.
  private var isUncertain = false
  private var isContradicted = false

  /// A gap up to this is cut out of the count, s; after a longer one it begins from zero.
  private static let longestGap = 120
  /// Seconds to spare before a complaint: the count goes by whole seconds. Ours.
  private static let slack = 1
  /// So many seconds of good data end an alarm where nothing proves them.
  private static let unprovedReturn = 30

  init(_ promises: [Promise], at sensor: SensorIndex, freshness: Double, _ terms: Terms) {
    self.promises = promises
    self.sensor = sensor
    self.freshness = freshness
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

  // MARK: What goes in

  /// Takes in what its sensor says now.
  /// - Parameter isContradicted: whether another sensor of the person says something else, so that neither is proved.
  mutating func take(_ reading: Reading, isContradicted: Bool = false, _ now: Double) {
    heardUntil = now + freshness
    guard reading.contact != .notDetected, let value = matter.value(of: reading) else {
      // A value that is not told, or told without contact, is neither beyond nor inside.
      isUncertain = true
      mustBeTold = false
      return
    }
    isUncertain = false
    self.isContradicted = isContradicted
    freshUntil = now - Double(reading.ageSeconds ?? 0) + freshness
    if matter == .heartRate { beats.take(reading, rate: value, now) }
    beyond = nil
    hasCleared = true
    for promise in promises {
      if promise.isBeyond(value) { beyond = promise.id }
      if !promise.hasCleared(value) { hasCleared = false }
    }
    isBeyond = beyond != nil
    if !isBeyond { mustBeTold = false }
  }

  /// A second has passed in which what was taken in last held.
  mutating func pass(_ now: Double) {
    let start = now - 1
    guard start < freshUntil else {
      // Nobody may count this second; who hears a sensor without a value may yet let it weaken what it has counted.
      if start < heardUntil {
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
    let isProved = matter != .heartRate || beats.isProved && !isContradicted
    provedMust.take(isBeyond && isProved && !isUncertain)
    anyMust?.take(isBeyond && !isUncertain)
    provedMay.take(isBeyond && (matter != .heartRate || beats.mayBeProved))
    anyMay?.take(isBeyond)
    // A value holds until the next, also through messages without one.
    cleared = cleared << 1 | (hasCleared ? 1 : 0)
    clearedProved = clearedProved << 1 | (hasCleared && (matter != .heartRate || beats.mayBeProved) ? 1 : 0)
    if !isUncertain { clearedSince = clearedSince << 1 | (hasCleared ? 1 : 0) }
    beyondFor = isBeyond && !isUncertain ? beyondFor + 1 : 0
    mustBeTold =
      beyondFor > Self.slack
      && (provedMust.mustBeTold(slack: Self.slack) || anyMust?.mustBeTold(slack: Self.slack) ?? false)
  }

  /// An alarm has begun: it may stand for as long as one may from here on.
  mutating func noteBegin() { clearedSince = 0 }

  /// An alarm has ended: the counts begin from zero, also that of the time inside, which runs on through the beginning of one.
  mutating func restart() {
    forgetMust()
    (cleared, clearedProved) = (0, 0)
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

  /// Whether its data are fresh at a moment.
  func isFresh(_ now: Double) -> Bool { now < freshUntil }

  /// Whether an alarm may begin now: on fresh data beyond a limit, which were so for N in all.
  func mayBegin(_ now: Double) -> Bool {
    guard isBeyond, now <= freshUntil else { return false }
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
  var mustHaveEnded: Bool { Self.seconds(clearedSince, of: Self.longReturn) == Self.longReturn && !isUncertain }
  /// Longer than any alarm takes to end: E is 60 s at most, in all within 90 s. Ours.
  private static let longReturn = 100

  private static func seconds(_ history: UInt128, of window: Int) -> Int {
    (history & (UInt128(1) << UInt128(window) - 1)).nonzeroBitCount
  }
}
