import Alarms
import Flight
import Readings
import Sessions

/// Counts the readings and values of a running session, for its summary. Sensors of one quantity are kept apart
/// until the end.
struct SessionTally: Sendable {
  let startedAt: Instant
  private let gradesAir: Bool
  private var summary = SessionSummary()
  private var co2 = StatisticBySensor()
  private var heartRate = StatisticBySensor()
  /// `nil` in a profile in which nothing is expected.
  private var expected: ExpectedCO2Tally?

  init(startedAt: Instant, _ settings: MonitorSettings, phase: PhaseChange) {
    self.startedAt = startedAt
    gradesAir = settings.gradesAir
    // What is expected is that of a cabin.
    guard settings.profile == .cabin else { return }
    expected = ExpectedCO2Tally()
    expected?.note(phase)
  }

  /// Phases of flight have begun, perhaps some time ago.
  mutating func note(_ changes: [PhaseChange]) { for change in changes { expected?.note(change) } }

  mutating func countReading() { summary.readings += 1 }

  mutating func add(_ value: Double, of quantity: Quantity, from sensor: SensorIndex) {
    switch quantity {
    case .co2PartsPerMillion: co2[sensor].add(value)
    case .heartRateBeatsPerMinute: heartRate[sensor].add(value)
    default: break
    }
  }

  /// Counts the time in which a value was in force; only the part within the session counts.
  mutating func hold(
    _ value: Double, of quantity: Quantity, by sensor: SensorIndex, from start: Instant, to end: Instant
  ) {
    let duration = max(start, startedAt).duration(to: end)
    switch quantity {
    case .co2PartsPerMillion:
      co2[sensor].hold(value, for: duration)
      expected?.hold(value, by: sensor, from: max(start, startedAt), to: end)
    case .heartRateBeatsPerMinute: heartRate[sensor].hold(value, for: duration)
    default: break
    }
  }

  func closed(at instant: Instant, alarms: AlarmCount) -> SessionSummary {
    var closed = summary
    (closed.lowAlarms, closed.mediumAlarms, closed.highAlarms) = (alarms[.low], alarms[.medium], alarms[.high])
    closed.duration = startedAt.duration(to: instant)
    closed.co2 = Statistic(combining: co2.all)
    closed.heartRate = Statistic(combining: heartRate.all)
    if let expected { closed.aboveExpected = expected.times }
    closed.grade = gradesAir ? closed.co2.mean.map(Grade.init(meanCO2PartsPerMillion:)) : nil
    return closed
  }
}

private struct StatisticBySensor: Sendable {
  private var sensors: [SensorIndex] = []
  private(set) var all: [Statistic] = []

  subscript(sensor: SensorIndex) -> Statistic {
    get { sensors.firstIndex(of: sensor).map { all[$0] } ?? Statistic() }
    set {
      if let place = sensors.firstIndex(of: sensor) {
        all[place] = newValue
      } else {
        sensors.append(sensor)
        all.append(newValue)
      }
    }
  }
}

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
