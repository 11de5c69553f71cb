import Alarms

/// What came of a run.
package struct WorldReport: Sendable {
  package let seed: UInt64
  /// How long, simulated seconds.
  package let seconds: Double
  /// What the box was told.
  package var events = 0
  /// Broken promises, with the time of each; at most 20.
  package var violations: [String] = []
  /// Every missed alarm and every nuisance, with its time.
  package var remarks: [String] = []
  /// What was true, heard and done, second by second, where somebody asked for it.
  package var trace: [String] = []
  /// How many alarms about the box and its sensors began, rightly or not.
  package var technicalOnsets = 0
  /// How many alarms the devices of strangers raised.
  package var strangersAlarms = 0
  /// How many high alarms on the person began for nothing, those on oxygen of either priority counted in.
  package var nuisanceOnPerson = 0
  /// How often the heart was far beyond a limit for two minutes, on a sensor that was worn and heard, and no alarm came.
  package var untold = 0
  /// The times from what befell a heart all at once to its alarm, s.
  package var latencies: [HeartEvent: [Double]] = [:]
  package var tallies: [Tally] = []

  init(seed: UInt64, seconds: Double) {
    self.seed = seed
    self.seconds = seconds
  }

  /// The onsets of one condition, and how many were wrong.
  package struct Tally: Sendable {
    package let condition: ConditionID
    /// How soon somebody must act.
    package let priority: Priority
    /// How many began.
    package var onsets: Int
    /// How many did not begin, or late, by the share rule.
    package var missed: Int
    /// How many began for nothing.
    package var nuisance: Int
  }

  /// How many alarms were missed.
  package var missed: Int { tallies.reduce(0) { $0 + $1.missed } }
}

/// The smallest value that a share of some values do not exceed; `nil` where there is no value.
package func percentile(_ share: Double, of values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
}
