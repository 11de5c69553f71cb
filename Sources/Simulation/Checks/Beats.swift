import Readings

/// What the RR intervals say about a heart rate, message by message.
///
/// The text leaves open how closely they must agree, so there are two answers: a certain one for what must be
/// signalled, and a lenient one for what may be.
struct Beats: Sendable {
  /// Whether the rate is certainly proved: three consecutive beats agree closely, and skin contact is reported or
  /// cannot be.
  private(set) var isProved = false
  private(set) var mayBeProved = false
  private var agreeing = 0
  private var latestBeat = -Double.infinity
  private var latestGoodBeat = -Double.infinity
  /// The latest three intervals, and when three in a row agreed with each other.
  private var latest: [Double] = []
  private var latestAgreement = -Double.infinity

  /// A slow heart has seconds without a beat; a strap that is silent for longer proves nothing.
  private static let longestSilence = 2.5
  private static let longestLenientSilence = 6.0
  /// How long three beats that agree with each other may prove a rate whose mean lags.
  private static let longestAgreement = 10.0
  private static let close = 1.0 / 7, near = 1.0 / 5

  /// Processes a message with a rate.
  mutating func receive(_ reading: Reading, rate: Double, _ now: Double) {
    guard reading.contact != .notDetected else {
      agreeing = 0
      isProved = false
      mayBeProved = false
      return
    }
    var worst = 0.0, count = 0, isAnyNear = false
    for index in 0..<reading.rrIntervals.count {
      guard let time = reading.rrIntervals.milliseconds(at: index) else { continue }
      let error = abs(time * rate / 60_000 - 1)
      if reading.rrIntervals.isPlausible(at: index) { latest = latest.suffix(2) + [time] }
      worst = max(worst, error)
      count += 1
      if error <= Self.near { isAnyNear = true }
    }
    if count > 0 {
      latestBeat = now
      if isAnyNear { latestGoodBeat = now }
      let mean = latest.reduce(0, +) / 3
      if latest.count == 3, latest.allSatisfy({ abs($0 - mean) <= Self.near * mean }) { latestAgreement = now }
      agreeing = worst <= Self.close ? agreeing + count : 0
    }
    isProved = agreeing >= 3 && now - latestBeat <= Self.longestSilence
    mayBeProved = now - latestGoodBeat <= Self.longestLenientSilence || now - latestAgreement <= Self.longestAgreement
  }
}
