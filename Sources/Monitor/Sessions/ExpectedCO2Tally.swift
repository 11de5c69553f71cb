import Flight
import Readings
import Sessions

/// Counts for a session how long CO2 was above what is expected in each phase of flight. Of several sensors, the one that
/// was above for longest counts, phase by phase: a mean of two places is true of neither.
struct ExpectedCO2Tally: Sendable {
  private var history = PhaseHistory()
  private var sensors: [SensorIndex] = []
  private var above: [TimeAboveExpected] = []

  /// A phase has begun, perhaps some time ago.
  mutating func note(_ change: PhaseChange) {
    history.note(change)
    guard let end = history.fullUntil else { return }
    for place in above.indices { above[place].settle(before: end, in: history) }
    history.forgetFirst()
  }

  /// A value of a sensor has held for some time.
  mutating func hold(_ ppm: Double, by sensor: SensorIndex, from start: Instant, to end: Instant) {
    let known = sensors.firstIndex(of: sensor)
    if known == nil {
      sensors.append(sensor)
      above.append(TimeAboveExpected())
    }
    above[known ?? above.endIndex - 1].hold(ppm, from: start, to: end, in: history)
  }

  var times: PhaseTimes {
    var times = PhaseTimes()
    for phase in Phase.all {
      times[phase.position] = above.map { $0.time(in: phase, by: history) }.max() ?? .zero
    }
    return times
  }
}
