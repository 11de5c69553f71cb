import Alarms
import Engine
import Monitor
import Readings

/// The part of the logbook that a restart needs, in memory. It receives the outputs of the engine like the logbook, and
/// ``EarlierRun`` reads from both.
struct SimulatedLogbook: Sendable {
  /// The key of an alarm: its condition and its sensor.
  private struct Place: Hashable {
    let condition: ConditionID
    let sensor: SensorIndex
  }

  /// The box's own sensors. Readings of strangers are not logged.
  private var sensors: [SensorIndex: SensorRegistry.Sensor] = [:]
  private var logged = LoggedReadings()
  /// The latest readings, and the index of the next one, which replaces the oldest.
  private var readings: [EarlierRun.LoggedReading] = []
  private var nextReading = 0
  /// The latest state of each alarm at a sensor that has not ended.
  private var open: [Place: (alarm: AlarmTransition, at: Instant, sensor: SensorRegistry.Sensor)] = [:]

  /// The latest end of each alarm that has ended.
  private var ends: [EarlierRun.LoggedEnd] = []

  /// The time of the latest reading that is written. Later ones are lost if the power fails.
  private var writtenAt: Instant?
  private var waitsSince: Instant?
  private var known: Set<SensorIndex> = []

  /// How long readings wait to be written, and how long during an alarm (`LogbookWriter`, `logbook.write-every`).
  private static let wait = Duration.seconds(57)
  private static let waitInAlarm = Duration.seconds(4)

  /// At a start, the box looks at this many of the latest readings and at those of the longest dwell, and expects the
  /// sensors that it received in the last minutes. The queries of the real logbook are the same.
  private static let latestReadings = 5_000
  private static let longestDwell = Duration.seconds(3_700)
  private static let lastMinutes = Duration.seconds(300)

  /// Logs an output of the engine.
  mutating func take(_ output: TimedOutput) {
    switch output.record {
    case .sensor(let index, let sensor):
      if sensors.updateValue(sensor, forKey: index) != sensor { logged.forget(index) }
    case .stranger(let index, _), .left(let index):
      sensors[index] = nil
      logged.forget(index)
    case .reading(let reading, let index):
      guard let sensor = sensors[index], logged.isNew(reading, from: index) else { return }
      let entry = EarlierRun.LoggedReading(
        sensor: sensor, at: output.instant, measurements: reading.measurements, contact: reading.contact,
        ageSeconds: reading.ageSeconds, counter: reading.counter)
      if readings.count < Self.latestReadings { readings.append(entry) } else { readings[nextReading] = entry }
      nextReading = (nextReading + 1) % Self.latestReadings
      let since = waitsSince ?? output.instant
      waitsSince = since
      let wait = open.isEmpty ? Self.wait : Self.waitInAlarm
      if known.insert(index).inserted || since.duration(to: output.instant) >= wait { write(output.instant) }
    case .action(.alarm(let alarm)):
      write(output.instant)
      guard let index = alarm.sensor, let sensor = sensors[index], !alarm.isTest else { return }
      let place = Place(condition: alarm.condition, sensor: index)
      open[place] = alarm.presence == .off ? nil : (alarm, output.instant, sensor)
      let known = ends.firstIndex { $0.condition == alarm.condition && $0.sensor == sensor }
      if alarm.presence == .on {
        if let known { ends.remove(at: known) }
      } else if known == nil {
        ends.append(EarlierRun.LoggedEnd(condition: alarm.condition, sensor: sensor, at: output.instant))
      }
    default: break
    }
  }

  /// Everything so far is written.
  private mutating func write(_ instant: Instant) {
    writtenAt = instant
    waitsSince = nil
  }

  /// Ends the run and returns the data for the next one, in which alarms and sensors get new places.
  mutating func lookBack(at instant: Instant, settings: MonitorSettings, recallsCounts: Bool) -> [EarlierRun.Item] {
    var earlier = EarlierRun()
    let oldest = readings.count < Self.latestReadings ? 0 : nextReading
    let all = (readings[oldest...] + readings[..<oldest]).filter { reading in
      writtenAt.map { reading.at <= $0 } ?? false
    }
    readings = all
    nextReading = all.count % Self.latestReadings
    (waitsSince, known) = (nil, [])
    earlier.ends = ends
    if let end = all.last?.at {
      earlier.readings = all.filter { $0.at.duration(to: end) < Self.longestDwell }
      for reading in earlier.readings where reading.at.duration(to: end) < Self.lastMinutes {
        if !earlier.sensors.contains(reading.sensor) { earlier.sensors.append(reading.sensor) }
      }
    }
    let alarms = open.values.sorted { $0.alarm.sequence < $1.alarm.sequence }.map { open in
      EarlierRun.Item.alarm(Self.remembered(open.alarm, at: open.at, now: instant), open.sensor)
    }
    open = [:]
    sensors = [:]
    logged = LoggedReadings()
    return alarms + earlier.expected + (recallsCounts ? earlier.counts(by: settings, at: instant) : [])
  }

  private static func remembered(_ alarm: AlarmTransition, at: Instant, now: Instant) -> RememberedAlarm {
    let left = alarm.silentUntil.map { now.duration(to: $0) }.flatMap { $0 > .zero ? $0 : nil }
    let sounded = alarm.activation == .on ? at.duration(to: now) : .zero
    return RememberedAlarm(
      condition: alarm.condition, priority: alarm.priority, presence: alarm.presence, activation: alarm.activation,
      silenceLeft: left, unanswered: alarm.unanswered + sounded, family: alarm.family, limit: alarm.limit,
      value: alarm.value)
  }
}
