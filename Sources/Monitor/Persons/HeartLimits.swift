import Alarms
import Readings

/// The limits of one person's heart rate that are in force now.
struct HeartLimits: Sendable, Equatable {
  /// Below this is too low; `nil` where that is switched off.
  var low: Double?
  /// Above this is too high; `nil` where that is switched off.
  var high: Double?
  /// How far inside a rate must be to end an alarm.
  var hysteresis: Double
  /// Whether a missing pulse is an alarm.
  var watchesPulse = true

  /// The limit that a rate is beyond.
  func side(of rate: Double) -> HeartCount.Side? {
    if let low, rate < low { return .low }
    if let high, rate > high { return .high }
    return nil
  }

  /// Whether a rate is inside both limits by the hysteresis.
  func isInside(_ rate: Double) -> Bool {
    (low.map { rate >= $0 + hysteresis } ?? true) && (high.map { rate <= $0 - hysteresis } ?? true)
  }
}
