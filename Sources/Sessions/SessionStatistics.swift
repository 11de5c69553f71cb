import Readings

/// Minimum, maximum and mean of one quantity over a session.
///
/// The mean is weighted by time: each value counts for as long as it was the latest fresh one, so that a sensor that
/// advertises in bursts does not outweigh a quiet one.
package struct Statistic: Sendable, Equatable {
  /// How many values came.
  package private(set) var count: UInt64 = 0
  package private(set) var minimum = Double.infinity
  package private(set) var maximum = -Double.infinity
  private var plainSum = 0.0
  private var weightedSum = 0.0
  private var weight = 0.0

  package init() {}

  /// A value came.
  package mutating func add(_ value: Double) {
    count += 1
    minimum = min(minimum, value)
    maximum = max(maximum, value)
    plainSum += value
  }

  /// A value had been the latest one for a time.
  package mutating func hold(_ value: Double, for duration: Duration) {
    // Whole nanoseconds add up without the noise of binary fractions.
    let nanoseconds = Double(max(0, duration.wholeNanoseconds))
    weightedSum += value * nanoseconds
    weight += nanoseconds
  }

  /// The mean, or `nil` where no value came.
  package var mean: Double? {
    guard count > 0 else { return nil }
    return weight > 0 ? weightedSum / weight : plainSum / Double(count)
  }
}

/// A grade for the air of a session, by its mean CO2.
package enum Grade: String, Sendable {
  case a = "A"
  case b = "B"
  case c = "C"
  case d = "D"
  case f = "F"

  /// A below 1000 ppm, B below 1400, C below 1800, D below 2200, else F.
  package init(meanCO2PartsPerMillion mean: Double) {
    switch mean {
    case ..<1000: self = .a
    case ..<1400: self = .b
    case ..<1800: self = .c
    case ..<2200: self = .d
    default: self = .f
    }
  }
}

/// What is said of a session when it ends.
package struct SessionSummary: Sendable, Equatable {
  /// How long it lasted.
  package var duration: Duration
  /// How many readings came.
  package var readings: UInt64
  /// Carbon dioxide, ppm.
  package var co2: Statistic
  /// Heart rate, bpm.
  package var heartRate: Statistic
  /// How many alarms began, by priority.
  package var lowAlarms: UInt32
  /// How many medium alarms began.
  package var mediumAlarms: UInt32
  /// How many high alarms began.
  package var highAlarms: UInt32

  /// The grade by mean CO2, where the profile grades the air and CO2 was measured at all.
  package var grade: Grade?

  /// A session without anything in it.
  package init() {
    duration = .zero
    readings = 0
    co2 = Statistic()
    heartRate = Statistic()
    lowAlarms = 0
    mediumAlarms = 0
    highAlarms = 0
  }
}
