import Readings

/// What the times between heartbeats say of a heart rate, message by message.
///
/// The text leaves open how near they must come, so there are two answers: one that nobody can doubt, for what must be
/// told, and a lenient one, for what may.
struct Beats: Sendable {
  /// Whether the rate is proved beyond doubt: three beats in a row agree closely, and skin contact is told or cannot be.
  private(set) var isProved = false
  /// Whether it may be taken as proved.
  private(set) var mayBeProved = false
  private var agreeing = 0
  private var latestBeat = -Double.infinity
  private var latestGoodBeat = -Double.infinity

  /// A slow heart has seconds without a beat; a strap that is silent for longer proves nothing.
  private static let longestSilence = 2.5
  private static let longestLenientSilence = 6.0
  private static let close = 1.0 / 7, near = 1.0 / 5

  /// Takes in a message with a rate.
  mutating func take(_ reading: Reading, rate: Double, _ now: Double) {
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
      worst = max(worst, error)
      count += 1
      if error <= Self.near { isAnyNear = true }
    }
    if count > 0 {
      latestBeat = now
      if isAnyNear { latestGoodBeat = now }
      agreeing = worst <= Self.close ? agreeing + count : 0
    }
    isProved = agreeing >= 3 && now - latestBeat <= Self.longestSilence
    mayBeProved = now - latestGoodBeat <= Self.longestLenientSilence
  }
}
