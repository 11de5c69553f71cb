import Alarms
import Engine
import Monitor
import Readings

/// The real engine: it decodes the bytes of the sensors and, after a restart, continues from its logbook.
package struct EngineUnderTest: SystemUnderTest, Sendable {
  private let settings: MonitorSettings
  /// Whether values that were beyond a limit before a restart keep their counts.
  private let recallsCounts: Bool
  private let pressure: PressureCorrection
  private var own: [OwnDevice] = []
  private var engine: Engine
  private var logbook = SimulatedLogbook()
  private var outputs: [TimedOutput] = []
  /// For each place in the engine, the place that the checks use.
  private var places = [SensorIndex](repeating: OwnDevice.stranger, count: Monitor.sensorCapacity)

  /// - Parameters:
  ///   - settings: the rules in force.
  ///   - recallsCounts: `false` simulates a fault: every count starts from zero after a restart.
  ///   - correctsCO2: `false` simulates a fault: CO2 is taken as the sensor sent it, however thin the air is.
  package init(settings: MonitorSettings, recallsCounts: Bool = true, correctsCO2: Bool = true) {
    self.settings = settings
    pressure = correctsCO2 ? .automatic : PressureCorrection([.any: .off])
    self.recallsCounts = recallsCounts
    engine = Engine(settings: settings)
  }

  /// The box continues where its log ended.
  package static let remembers = true

  package mutating func begin(with own: [OwnDevice], into actions: inout [Action]) {
    self.own = own.filter(\.role.isAdopted)
    start(at: .start)
    pass(&actions)
  }

  package mutating func handle(_ input: EngineInput, at instant: Instant, into actions: inout [Action]) {
    engine.handle(input, at: instant, into: &outputs)
    pass(&actions)
  }

  package var nextDeadline: Instant? { engine.nextDeadline }

  package mutating func advance(to instant: Instant, into actions: inout [Action]) {
    engine.advance(to: instant, into: &outputs)
    pass(&actions)
  }

  package mutating func restart(at instant: Instant, into actions: inout [Action]) {
    let left = logbook.lookBack(at: instant, settings: settings, recallsCounts: recallsCounts)
    start(at: instant)
    for item in left { engine.goOn(with: item, at: instant, into: &outputs) }
    engine.handle(.event(.fault(.restarted)), at: instant, into: &outputs)
    pass(&actions)
  }

  private mutating func start(at instant: Instant) {
    let roles = Dictionary(own.map { ($0.address, $0.role) }) { $1 }
    engine = Engine(
      settings: settings, adoption: Adoption(scope: .adopted, named: own.map(\.address)), roles: roles,
      pressure: pressure)
    engine.begin(at: instant, isAwaiting: true, into: &outputs)
  }

  private mutating func pass(_ actions: inout [Action]) {
    for index in outputs.indices {
      logbook.append(outputs[index])
      switch outputs[index].record {
      case .sensor(let place, let sensor): name(place, own.first { $0.address == sensor.address }?.place)
      case .stranger(let place, _), .left(let place): name(place, nil)
      case .action(.alarm(var alarm)):
        alarm.sensor = alarm.sensor.flatMap {
          places.indices.contains(Int($0.position)) ? places[Int($0.position)] : nil
        }
        actions.append(.alarm(alarm))
      case .action(let action): actions.append(action)
      default: break
      }
    }
    outputs.removeAll(keepingCapacity: true)
  }

  private mutating func name(_ place: SensorIndex, _ known: SensorIndex?) {
    guard places.indices.contains(Int(place.position)) else { return }
    places[Int(place.position)] = known ?? OwnDevice.stranger
  }
}

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

  mutating func append(_ output: TimedOutput) {
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
        rrIntervals: reading.rrIntervals, ageSeconds: reading.ageSeconds, counter: reading.counter)
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
