import Alarms
import Monitor
import Readings
import SensorProtocols

/// The appliance's own rules, and as much of the log of alarms and readings as a restart goes on with.
package struct MonitorUnderTest: SystemUnderTest, Sendable {
  private struct Place: Hashable {
    let condition: ConditionID
    let sensor: SensorIndex
  }

  /// As much of a reading as the logbook keeps and a restart needs.
  private struct Heard: Sendable {
    let at: Instant
    let sensor: SensorIndex
    let ageSeconds: UInt16?
    let contact: SkinContact?
    let measurements: Measurements
  }

  private let settings: MonitorSettings
  private var monitor: Monitor
  /// The latest line of each alarm at a sensor that was not over, as the logbook would find them.
  private var open: [Place: AlarmTransition] = [:]
  private var models = [SensorModel?](repeating: nil, count: Monitor.sensorCapacity)
  private var named: [SensorIndex] = []
  private var roles: [SensorIndex: SensorRole] = [:]
  /// What the logbook holds of the latest readings, and the place of the next one, which is that of the oldest.
  private var heard: [Heard] = []
  private var nextHeard = 0
  /// Whether values that were beyond a limit before a restart go on where they were.
  private let recallsPending: Bool

  /// A restart looks at so many of the latest readings.
  private static let latestReadings = 5_000

  /// - Parameters:
  ///   - settings: the rules in force.
  ///   - recallsPending: `false` for a box with a fault: each run begins every dwell again.
  package init(settings: MonitorSettings, recallsPending: Bool = true) {
    self.settings = settings
    self.recallsPending = recallsPending
    monitor = Monitor(settings: settings)
  }

  /// Awaits the sensors that are named and its own.
  package mutating func begin(with sensors: [(sensor: SensorIndex, role: SensorRole)], into actions: inout [Action]) {
    for (sensor, role) in sensors {
      roles[sensor] = role
      monitor.assign(role, to: sensor, at: .start, into: &actions)
      guard role.isAdopted else { continue }
      named.append(sensor)
      monitor.expect(sensor, of: .unknown, at: .start)
    }
  }

  /// Says whose a sensor is.
  package mutating func assign(
    _ role: SensorRole, to sensor: SensorIndex, at instant: Instant, into actions: inout [Action]
  ) {
    roles[sensor] = role
    models[Int(sensor.position)] = nil
    monitor.assign(role, to: sensor, at: instant, into: &actions)
  }

  /// Hands an event to the rules, and logs the alarms that follow.
  package mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action]) {
    let first = actions.count
    monitor.handle(event, at: instant, into: &actions)
    for index in first..<actions.count { log(actions[index]) }
  }

  /// Hands a reading to the rules, and logs it and the alarms that follow.
  package mutating func hear(
    _ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action]
  ) {
    log(reading, sensor, at: instant)
    let first = actions.count
    monitor.hear(reading, from: sensor, at: instant, into: &actions)
    for index in first..<actions.count { log(actions[index]) }
  }

  /// When a tick has something to do next.
  package var nextDeadline: Instant? { monitor.nextDeadline }

  /// The appliance goes on where its log ended.
  package static let remembers = true

  /// Begins again and goes on with what the log tells, as the appliance does with its logbook.
  package mutating func restart(at instant: Instant, into actions: inout [Action]) {
    monitor = Monitor(settings: settings)
    let first = actions.count
    for (sensor, role) in roles.sorted(by: { $0.key < $1.key }) {
      monitor.assign(role, to: sensor, at: instant, into: &actions)
    }
    for alarm in open.values.sorted(by: { $0.sequence < $1.sequence }) {
      guard let sensor = alarm.sensor, models.indices.contains(Int(sensor.position)),
        let model = models[Int(sensor.position)]
      else { continue }
      let left = alarm.silentUntil.map { instant.duration(to: $0) }.flatMap { $0 > .zero ? $0 : nil }
      let remembered = RememberedAlarm(
        condition: alarm.condition, priority: alarm.priority, isLatched: alarm.presence == .latched,
        acknowledgementLeft: alarm.presence == .ack ? left : nil,
        pauseLeft: alarm.activation == .paused ? left : nil, family: alarm.family, limit: alarm.limit,
        value: alarm.value)
      monitor.resume(remembered, at: sensor, of: model, at: instant, into: &actions)
    }
    open = [:]
    for sensor in named { monitor.expect(sensor, of: models[Int(sensor.position)] ?? .unknown, at: instant) }
    for (position, model) in models.enumerated() {
      guard let model, isOwn(SensorIndex(UInt16(position))) else { continue }
      monitor.expect(SensorIndex(UInt16(position)), of: model, at: instant)
    }
    if recallsPending { recall(at: instant) }
    monitor.handle(.fault(.restarted), at: instant, into: &actions)
    for index in first..<actions.count { log(actions[index]) }
  }

  private mutating func recall(at instant: Instant) {
    var recollection = Recollection(settings: settings)
    let oldest = heard.count < Self.latestReadings ? 0 : nextHeard
    for logged in heard[oldest...] + heard[..<oldest] {
      guard let model = models[Int(logged.sensor.position)] else { continue }
      var reading = Reading(model: model)
      reading.measurements = logged.measurements
      reading.contact = logged.contact
      reading.ageSeconds = logged.ageSeconds
      recollection.take(reading, from: logged.sensor, at: logged.at)
    }
    for (position, model) in models.enumerated() where model != nil {
      let sensor = SensorIndex(UInt16(position))
      if let pending = recollection.pending(at: sensor) { monitor.recall(pending, at: sensor, at: instant) }
    }
  }

  private func isOwn(_ sensor: SensorIndex) -> Bool { roles[sensor]?.isAdopted ?? true }

  private mutating func log(_ reading: Reading, _ sensor: SensorIndex, at instant: Instant) {
    guard models.indices.contains(Int(sensor.position)), isOwn(sensor) else { return }
    models[Int(sensor.position)] = reading.model
    let logged = Heard(
      at: instant, sensor: sensor, ageSeconds: reading.ageSeconds, contact: reading.contact,
      measurements: reading.measurements)
    if heard.count < Self.latestReadings { heard.append(logged) } else { heard[nextHeard] = logged }
    nextHeard = (nextHeard + 1) % Self.latestReadings
  }

  private mutating func log(_ action: Action) {
    guard case .alarm(let alarm) = action, let sensor = alarm.sensor, !alarm.isTest else { return }
    open[Place(condition: alarm.condition, sensor: sensor)] = alarm.presence == .off ? nil : alarm
  }
}
