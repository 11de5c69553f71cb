import Alarms
import Monitor
import Readings

/// The share rule for one heart sensor, made from its text in the plainest way: every second of fresh time is kept, and
/// counted again at each question. Nothing of it is the appliance's or the simulation's own.
struct ModelHeart {
  struct Second {
    var beyond: ConditionID?
    var isProved = false
    var hasCleared = false
  }

  enum State { case good, silent, contactless, noBeat }

  private(set) var state = State.silent
  private(set) var value = 0.0
  private(set) var beyond: ConditionID?
  /// Seconds of good rate since the strap was put on.
  private(set) var goodSeconds = 0
  private var seconds: ArraySlice<Second> = []
  private var zeros: ArraySlice<Bool> = []
  private var good: ArraySlice<Bool> = []
  private var returned: ArraySlice<Second> = []
  private var receivedAt = -100.0
  private var goodAt = -100.0
  private var staleFor = 0
  private var isProved = false
  private var agreeing = 0
  private var beatAt = -100.0
  /// Whether it waits for M also where three beats agree.
  private let waits: Bool
  private let low: Double, high: Double, proved: (Int, Int), unproved: (Int, Int)

  static let freshness = 5.0

  init(_ settings: MonitorSettings, waits: Bool) {
    self.waits = waits
    low = settings.conditions[.heartRateLow].limit ?? 45
    high = settings.conditions[.heartRateHigh].limit ?? 130
    proved = (Int(settings.proved.notBefore.inSeconds), Int(settings.proved.mustBy.inSeconds))
    unproved = (Int(settings.unproved.notBefore.inSeconds), Int(settings.unproved.mustBy.inSeconds))
  }

  mutating func take(_ reading: Reading, _ now: Double) {
    guard let rate = reading.measurements[.heartRateBeatsPerMinute] else { return }
    receivedAt = now
    guard reading.contact != .notDetected else {
      state = .contactless
      goodSeconds = 0
      isProved = false
      return
    }
    guard rate > 0 else {
      state = reading.contact == .detected && goodSeconds >= 30 ? .noBeat : .silent
      return
    }
    state = .good
    goodAt = now
    value = rate
    beyond = rate < low ? .heartRateLow : rate > high ? .heartRateHigh : nil
    judgeBeats(reading, rate, now)
  }

  private mutating func judgeBeats(_ reading: Reading, _ rate: Double, _ now: Double) {
    let times = (0..<reading.rrIntervals.count).compactMap { reading.rrIntervals.milliseconds(at: $0) }
    if !times.isEmpty {
      beatAt = now
      let doAgree = times.allSatisfy { abs($0 * rate / 60_000 - 1) <= 1.0 / 6 }
      agreeing = doAgree ? agreeing + times.count : 0
    }
    isProved = agreeing >= 3 && now - beatAt <= 3
  }

  /// A second has passed.
  mutating func pass(_ now: Double) {
    if state == .good, now - 1 >= goodAt + Self.freshness { state = .silent }
    if state != .good, now - 1 >= receivedAt + Self.freshness { state = .silent }
    zeros = (zeros + [state == .noBeat]).suffix(max(120, 10 * unproved.1))
    good = (good + [state == .good]).suffix(60)
    guard state == .good else {
      if state == .noBeat { returned = (returned + [Second()]).suffix(45) }
      staleFor += 1
      if staleFor > 120 { seconds = [] }
      return
    }
    staleFor = 0
    goodSeconds += 1
    let second = Second(
      beyond: beyond, isProved: isProved, hasCleared: value >= low + 3 && value <= high - 3)
    seconds = (seconds + [second]).suffix(10 * unproved.1)
    returned = (returned + [second]).suffix(45)
  }

  /// An alarm has begun: what was before it does not end it.
  mutating func noteBegin() { returned = [] }

  /// Counts begin from zero.
  mutating func begin() {
    seconds = []
    zeros = []
  }

  var mayBegin: Bool {
    guard state == .good, beyond != nil else { return false }
    func count(_ window: Int, _ matches: (Second) -> Bool) -> Int { seconds.suffix(window).filter(matches).count }
    let ofProved: (Second) -> Bool = { $0.beyond != nil && $0.isProved }
    let ofAny: (Second) -> Bool = { $0.beyond != nil }
    return count(proved.1 * 3 / 2, ofProved) >= (waits ? proved.1 : proved.0)
      || count(unproved.1 * 3 / 2, ofAny) >= unproved.1
      || count(max(120, 10 * proved.1), ofProved) >= max(60, 5 * proved.1)
      || count(max(120, 10 * unproved.1), ofAny) >= max(60, 5 * unproved.1)
  }

  var isPulseMissing: Bool {
    zeros.suffix(unproved.1 * 3 / 2).filter(\.self).count >= unproved.1
      || zeros.filter(\.self).count >= max(60, 5 * unproved.1)
  }

  var hasEnded: Bool {
    guard value >= low + 3, value <= high - 3 else { return false }
    let recent = returned.suffix(proved.0 * 3 / 2).filter { $0.hasCleared && $0.isProved }.count
    return recent >= max(5, proved.0) || returned.filter(\.hasCleared).count >= 30
  }

  var isGood: Bool { state == .good }
  var isMissedLong: Bool { good.count == 60 && good.filter { !$0 }.count >= 40 }
}
