import Flight
import Readings
import Sessions

/// The summary of a session that has ended. The box writes it as JSON, and the command line reads it again.
package struct SessionReport: Codable, Sendable, Equatable {
  /// The least, mean and greatest value of one quantity.
  package struct Range: Codable, Sendable, Equatable {
    package let min: Double
    package let mean: Double
    package let max: Double

    init?(_ statistic: Statistic) {
      guard let mean = statistic.mean else { return nil }
      min = JSONText.rounded(statistic.minimum)
      self.mean = JSONText.rounded(mean)
      max = JSONText.rounded(statistic.maximum)
    }
  }

  /// The number of alarms that began, by priority.
  package struct Alarms: Codable, Sendable, Equatable {
    package let high: UInt32
    package let medium: UInt32
    package let low: UInt32
  }

  package let seconds: Double
  package let readings: UInt64
  /// In ppm.
  package let co2: Range?
  /// In beats a minute.
  package let heartRate: Range?
  package let alarms: Alarms
  package let grade: String?
  /// How long CO2 was above what is expected, s, by the name of the phase of flight; absent if it never was.
  package let aboveExpected: TimesByPhaseReport?
  /// What was drunk, ml; absent if it was nothing.
  package let hydration: UInt32?
  /// When caffeine was taken, s.
  package let caffeineAt: Double?
  /// `true` if the session began before a restart of the box: readings, values and alarms are those since then.
  package let isSinceRestart: Bool?

  private enum CodingKeys: String, CodingKey {
    case seconds = "duration_s"
    case readings
    case co2 = "co2_ppm"
    case heartRate = "heart_rate_bpm"
    case alarms, grade
    case aboveExpected = "co2_above_expected_s"
    case hydration = "hydration_ml"
    case caffeineAt = "caffeine_t"
    case isSinceRestart = "since_restart"
  }

  package init(_ summary: SessionSummary) {
    seconds = JSONText.rounded(summary.duration.inSeconds)
    readings = summary.readings
    co2 = Range(summary.co2)
    heartRate = Range(summary.heartRate)
    alarms = Alarms(high: summary.highAlarms, medium: summary.mediumAlarms, low: summary.lowAlarms)
    grade = summary.grade?.rawValue
    aboveExpected = TimesByPhaseReport(summary.aboveExpected)
    hydration = summary.hydration > 0 ? summary.hydration : nil
    caffeineAt = summary.caffeineAt.map { JSONText.rounded($0.seconds) }
    isSinceRestart = summary.isContinued ? true : nil
  }
}

/// A time for each phase of flight, s: an object whose keys are phases, in the order of a flight.
package struct TimesByPhaseReport: Codable, Sendable, Equatable {
  /// Only phases with a time.
  package let seconds: [Phase: Double]

  private static func key(_ phase: Phase) -> NameKey { NameKey(stringValue: phase.rawValue) }

  /// - Returns: `nil` if no phase has a time.
  init?(_ times: PhaseTimes) {
    seconds = Dictionary(
      uniqueKeysWithValues: Phase.all.compactMap { phase in
        let time = times[phase.position]
        return time > .zero ? (phase, JSONText.rounded(time.inSeconds)) : nil
      })
    if seconds.isEmpty { return nil }
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: NameKey.self)
    var seconds: [Phase: Double] = [:]
    for phase in Phase.all { seconds[phase] = try values.decodeIfPresent(Double.self, forKey: Self.key(phase)) }
    self.seconds = seconds
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: NameKey.self)
    for phase in Phase.all { try values.encodeIfPresent(seconds[phase], forKey: Self.key(phase)) }
  }
}
