import Alarms

/// The limits of one person's heart rate that are in force now, in beats per minute. They change with the time of day.
struct HeartLimits: Sendable, Equatable {
  /// A rate below this is too low; `nil` if that alarm is switched off.
  var low: Double?
  /// A rate above this is too high; `nil` if that alarm is switched off.
  var high: Double?
  /// How far inside a limit a rate must be to end an alarm.
  var hysteresis: Double
  var watchesPulse = true

  /// The limit that a rate is beyond; `nil` for neither.
  func side(of rate: Double) -> HeartCount.Side? {
    if let low, rate < low { return .low }
    if let high, rate > high { return .high }
    return nil
  }

  func isInside(_ rate: Double) -> Bool {
    (low.map { rate >= $0 + hysteresis } ?? true) && (high.map { rate <= $0 - hysteresis } ?? true)
  }
}
