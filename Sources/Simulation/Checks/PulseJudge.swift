import Alarms
import Readings

/// Decides from what time on a missing pulse must and may be signalled at a strap: 0 with contact, by the unproved
/// bounds, and only after 30 s of good rate since the strap was put on.
struct PulseJudge: Sendable {
  private var must: SecondCount
  private var may: SecondCount
  private let notBefore: Int
  private var goodSeconds = 0.0
  /// The same for a system that takes every silence as the strap being taken off.
  private var surelyGoodSeconds = 0.0
  /// Since when it reports lost contact.
  private var offSince: Double?
  private var isZero = false
  private var zeroFor = 0
  private var receivedAt = -Double.infinity
  private var isBeating = false
  private var isTouching = false
  /// Whether there was a pulse in the latest seconds of fresh time, the newest in the lowest bit.
  private var beating: UInt128 = 0
  private(set) var mustBeReported = false
  /// Since when the strap has sent no beat with contact and the same number; `nil` before its first beat.
  private var beatlessSince: Double?
  /// The same while its number moves by small steps.
  private var driftsSince: Double?
  private var rate = 0.0
  private let mustBy: Int

  private static let armsAfter = 30.0
  private static let freshness = 5.0
  private static let takenOffAfter = 5.0
  private static let smallStep = 5.0
  private static let driftsFor = 60.0
  private static let slack = 1

  init(_ terms: Terms) {
    mustBy = Int(terms.unproved.mustBy.components.seconds)
    must = SecondCount(mustBy: mustBy)
    may = SecondCount(mustBy: mustBy, slack: 2)
    notBefore = Int(terms.unproved.notBefore.components.seconds)
  }

  mutating func receive(_ reading: Reading, _ now: Double) {
    guard let rate = reading.measurements[.heartRateBeatsPerMinute] else { return }
    if now - receivedAt > Self.freshness { surelyGoodSeconds = 0 }
    receivedAt = now
    let hasBeat = reading.rrIntervals.count > 0
    let isOff = offSince.map { now - $0 >= Self.takenOffAfter } ?? false
    // Lost contact takes nothing back for sure until the strap was taken off.
    let isLoose = reading.contact == .notDetected && !isOff
    let isSame = reading.contact == .detected && !hasBeat && rate == self.rate
    let isNear = reading.contact == .detected && !hasBeat && abs(rate - self.rate) <= Self.smallStep
    if hasBeat || !isSame && !isLoose && beatlessSince != nil { beatlessSince = now }
    if hasBeat || !isNear && !isLoose && driftsSince != nil { driftsSince = now }
    if !isLoose { self.rate = rate }
    // Only a strap without contact for some seconds was taken off.
    if isOff { goodSeconds = 0 }
    if reading.contact != .notDetected { offSince = nil }
    isZero = false
    isTouching = reading.contact != .notDetected
    isBeating = rate > 0 && isTouching
    switch reading.contact {
    case .detected?:
      isZero = rate == 0
      if rate > 0 {
        goodSeconds += 1
        surelyGoodSeconds += 1
      }
    case .notDetected?:
      offSince = offSince ?? now
      surelyGoodSeconds = 0
    default: break
    }
    if !isZero { mustBeReported = false }
  }

  /// Whether it must be signalled at a time: only while the latest message is fresh.
  func isDue(_ now: Double) -> Bool { mustBeReported && now < receivedAt + Self.freshness }

  /// Whether the strap repeats its number without a beat for so long that no pulse may be taken to have come back.
  func isBeatless(_ now: Double) -> Bool { beatlessSince.map { now - $0 >= Self.armsAfter / 3 } ?? false }

  /// Call this for each second, for which the latest message holds.
  /// - Parameter isSpared: whether another sensor of the person gave good heart data.
  mutating func pass(isSpared: Bool = false, _ now: Double) {
    guard now - 1 < receivedAt + Self.freshness else {
      zeroFor = 0
      mustBeReported = false
      return
    }
    // Time without contact is no fresh time.
    if isTouching { beating = beating << 1 | (isBeating ? 1 : 0) }
    let isArmed = surelyGoodSeconds >= Self.armsAfter + 2
    must.countSecond(isZero && isArmed && !isSpared)
    may.countSecond(isZero && goodSeconds >= Self.armsAfter - 2)
    zeroFor = isZero && !isSpared ? zeroFor + 1 : 0
    mustBeReported = isArmed && zeroFor > Self.slack && must.mustBeReported(slack: Self.slack)
  }

  mutating func restart() {
    forgetMust()
    may.restart()
  }

  /// Call this when an alarm may have ended: no earlier value must be signalled any more.
  mutating func forgetMust() {
    must.restart()
    mustBeReported = false
  }

  /// Call this when readings before a restart are lost, and with them how long the strap was worn.
  mutating func loseReadings() {
    forgetMust()
    surelyGoodSeconds = 0
  }

  /// Whether a pulse, of any rate, has been back for long enough to end it.
  var mayEnd: Bool {
    let ends = min(60, max(5, notBefore)), window = UInt128(1) << UInt128(ends * 3 / 2 + 2) - 1
    return isBeating && (beating & window).nonzeroBitCount + 1 >= ends
  }

  func mayBegin(_ now: Double) -> Bool {
    guard now <= receivedAt + Self.freshness else { return false }
    return isZero && may.recent + 1 >= notBefore || beatlessSince.map { now - $0 + 1 >= Double(mustBy) } ?? false
      || driftsSince.map { now - $0 + 1 >= Self.driftsFor } ?? false
  }
}
