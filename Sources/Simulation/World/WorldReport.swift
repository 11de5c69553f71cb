import Alarms

/// The result of one run. It is complete when the run has ended.
package struct WorldReport: Sendable {
  package let seed: UInt64
  /// The simulated time, s.
  package let seconds: Double
  /// The number of inputs that the system under test received.
  package var events = 0
  /// Violations, with the time of each; at most 20.
  package var violations: [String] = []
  /// Every missed alarm and every nuisance, with its time.
  package var remarks: [String] = []
  /// The true values, the received readings and the outputs, second by second, if a trace was requested.
  package var trace: [String] = []
  /// The number of technical alarms that began, rightly or not.
  package var technicalOnsets = 0
  /// How often technical alarms of medium or high priority would have woken the person: their sounding onsets, at least ten
  /// minutes apart.
  package var technicalWakeUps = 0
  /// The number of alarms that strangers' devices raised.
  package var strangersAlarms = 0
  /// The number of high nuisance alarms on the person; alarms on oxygen of either priority count too.
  package var nuisanceOnPerson = 0
  /// How often the heart rate was far beyond a limit for two minutes, with a sensor that was worn and received, and no
  /// alarm came.
  package var unreported = 0
  /// The times from a sudden heart event to its alarm, s.
  package var latencies: [HeartEvent: [Double]] = [:]
  package var tallies: [Tally] = []

  init(seed: UInt64, seconds: Double) {
    self.seed = seed
    self.seconds = seconds
  }

  /// The onsets of one condition and how many of them were wrong.
  package struct Tally: Sendable {
    package let condition: ConditionID
    package let priority: Priority
    package var onsets: Int
    /// The number of alarms that the share rule requires and that did not begin or began late.
    package var missed: Int
    /// The number of onsets without a cause.
    package var nuisance: Int
  }

  /// The number of missed alarms of all conditions.
  package var missed: Int { tallies.reduce(0) { $0 + $1.missed } }
}

/// The smallest value that a share of some values do not exceed; `nil` if there are no values.
package func percentile(_ share: Double, of values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
}
