import Readings

/// Minimum, maximum and mean of one quantity over a session.
///
/// The mean is weighted by time: each value counts for the time in which it was in force, so that a sensor that
/// advertises in bursts does not count more than one that advertises rarely.
package struct Statistic: Sendable, Equatable {
  package private(set) var count: UInt64 = 0
  package private(set) var minimum = Double.infinity
  package private(set) var maximum = -Double.infinity
  private var plainSum = 0.0
  private var weightedSum = 0.0
  private var weight = 0.0

  package init() {}

  /// One statistic for several sensors: the lowest minimum, the highest maximum, and the highest mean of a sensor, since
  /// a mean of two rooms is true of neither.
  package init(combining sensors: [Statistic]) {
    let valued = sensors.filter { $0.mean != nil }
    guard let highest = valued.max(by: { ($0.mean ?? 0) < ($1.mean ?? 0) }) else { return }
    self = highest
    minimum = valued.map(\.minimum).min() ?? minimum
    maximum = valued.map(\.maximum).max() ?? maximum
    count = valued.reduce(0) { $0 &+ $1.count }
    // The mean of a sensor whose values never held is that of its values.
    plainSum = (highest.mean ?? 0) * Double(count)
  }

  package mutating func add(_ value: Double) {
    count += 1
    extend(to: value)
    plainSum += value
  }

  private mutating func extend(to value: Double) {
    minimum = min(minimum, value)
    maximum = max(maximum, value)
  }

  /// Adds the time in which a value was in force. It belongs to the range then, as the value in force at the start of a session.
  package mutating func hold(_ value: Double, for duration: Duration) {
    // Sums of whole nanoseconds have no rounding errors.
    let nanoseconds = Double(max(0, duration.wholeNanoseconds))
    guard nanoseconds > 0 else { return }
    extend(to: value)
    weightedSum += value * nanoseconds
    weight += nanoseconds
  }

  /// `nil` if there was no value.
  package var mean: Double? {
    guard count > 0 || weight > 0 else { return nil }
    return min(max(weight > 0 ? weightedSum / weight : plainSum / Double(count), minimum), maximum)
  }
}

/// A grade for the air of a session, by its mean CO2. The raw values are words in JSON and in the logbook.
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

package struct SessionSummary: Sendable, Equatable {
  package var duration: Duration
  package var readings: UInt64
  /// Carbon dioxide, ppm.
  package var co2: Statistic
  package var heartRate: Statistic
  package var lowAlarms: UInt32
  package var mediumAlarms: UInt32
  package var highAlarms: UInt32

  /// How long CO2 was above what is expected, by the phase of flight.
  package var aboveExpected = PhaseTimes()

  /// Whether the box was stopped, so that the next run may continue the session.
  package var mayGoOn = false

  /// Whether the session began before a restart of the box. Then the figures of readings and alarms are those since then.
  package var isContinued = false
  /// What was drunk, ml.
  package var hydration: UInt32 = 0
  package var caffeineAt: Instant?

  /// `nil` if the profile does not grade the air, or no CO2 was measured.
  package var grade: Grade?

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

/// A time for each phase of a flight, by the position of the phase in its list: this room knows no phases. It is a plain value
/// without references, as all outputs of the critical loop are.
package struct PhaseTimes: Sendable, Equatable {
  /// Nine phases and the unknown one.
  private var milliseconds = InlineArray<10, UInt32>(repeating: 0)

  package init() {}

  /// In whole milliseconds, at most 49 days. A position outside the list has no time.
  package subscript(position: Int) -> Duration {
    get { milliseconds.indices.contains(position) ? .milliseconds(Int64(milliseconds[position])) : .zero }
    set {
      guard milliseconds.indices.contains(position) else { return }
      milliseconds[position] = UInt32(clamping: newValue.wholeNanoseconds / 1_000_000)
    }
  }

  package static func == (one: PhaseTimes, other: PhaseTimes) -> Bool {
    one.milliseconds.indices.allSatisfy { one.milliseconds[$0] == other.milliseconds[$0] }
  }
}
