import Alarms
import BeforeAlarms
import BeforeMonitor
import Monitor
import Readings
import SensorProtocols
import Simulation

/// The rules of 0.1.0 in the world of today: what goes in and what comes out is put into the other version's words.
///
/// 0.1.0 knows no adoption: every device that is heard is its own, for as long as it has a place for it.
struct BeforeBox: SystemUnderTest {
  private var monitor: BeforeMonitor.Monitor
  private let settings: BeforeMonitor.MonitorSettings
  /// The place of each device in 0.1.0's table, which frees none.
  private var places: [SensorIndex: Int] = [:]
  private var devices: [SensorIndex] = []
  private var named: [SensorIndex] = []

  static let remembers = true
  private static let capacity = 64

  init(settings new: NowSettings) {
    var conditions = BeforeAlarms.ConditionTable.standard
    for condition in new.conditions.all {
      guard let id = BeforeAlarms.ConditionID(rawValue: condition.id.name) else { continue }
      let limit = new.persons.first?.limits[condition.id] ?? condition.limit
      if let limit { _ = conditions.setLimit(limit, of: id) }
    }
    settings = BeforeMonitor.MonitorSettings(
      profile: BeforeAlarms.BoxProfile(rawValue: new.profile.rawValue) ?? .bedside, conditions: conditions,
      latchesSound: new.latchesSound, gradesAir: false)
    monitor = BeforeMonitor.Monitor(settings: settings)
  }

  var nextDeadline: Instant? { monitor.nextDeadline }

  private mutating func place(of sensor: SensorIndex) -> SensorIndex? {
    if let place = places[sensor] { return SensorIndex(UInt16(place)) }
    guard devices.count < Self.capacity else { return nil }
    places[sensor] = devices.count
    devices.append(sensor)
    return SensorIndex(UInt16(devices.count - 1))
  }

  mutating func begin(with sensors: [(sensor: SensorIndex, role: SensorRole)], into actions: inout [NowAction]) {
    for (sensor, role) in sensors where role.isAdopted {
      named.append(sensor)
      if let place = place(of: sensor) { monitor.expect(place, of: .unknown, at: .start) }
    }
  }

  mutating func restart(at instant: Instant, into actions: inout [NowAction]) {
    monitor = BeforeMonitor.Monitor(settings: settings)
    for sensor in named {
      if let place = place(of: sensor) { monitor.expect(place, of: .unknown, at: instant) }
    }
  }

  mutating func hear(_ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [NowAction])
  {
    guard let place = place(of: sensor) else { return }
    var done: [BeforeMonitor.Action] = []
    monitor.hear(reading, from: place, at: instant, into: &done)
    append(done, to: &actions)
  }

  mutating func handle(_ event: NowEvent, at instant: Instant, into actions: inout [NowAction]) {
    var done: [BeforeMonitor.Action] = []
    switch event {
    case .tick: monitor.handle(.tick, at: instant, into: &done)
    case .silence: monitor.handle(.button(.a, .short), at: instant, into: &done)
    case .reset(nil): monitor.handle(.button(.a, .long), at: instant, into: &done)
    case .phase(let phase): monitor.handle(.phase(phase), at: instant, into: &done)
    case .fault(let id):
      if let id = BeforeAlarms.ConditionID(rawValue: id.name) {
        monitor.handle(.fault(id), at: instant, into: &done)
      }
    case .cleared(let id):
      if let id = BeforeAlarms.ConditionID(rawValue: id.name) {
        monitor.handle(.cleared(id), at: instant, into: &done)
      }
    // Who comes in its place is another device.
    case .forgotten(let sensor): places[sensor] = nil
    default: break
    }
    append(done, to: &actions)
  }

  private func append(_ done: [BeforeMonitor.Action], to actions: inout [NowAction]) {
    for action in done {
      switch action {
      case .alarm(let alarm): if let alarm = translated(alarm) { actions.append(.alarm(alarm)) }
      case .sound(let sound):
        actions.append(
          .sound(
            sound.map { sound in
              sound.beeps > 0
                ? Alarms.SoundSignal.beeps(sound.beeps)
                : Alarms.SoundSignal(priority: priority(sound.priority), family: .technical)
            }))
      case .lamp(let lamp, let pattern):
        guard let lamp = Alarms.Lamp(rawValue: lamp.rawValue) else { continue }
        actions.append(.lamp(lamp, pattern == .off ? .off : .on))
      default: break
      }
    }
  }

  private func priority(_ priority: BeforeAlarms.Priority) -> Alarms.Priority {
    switch priority {
    case .low: .low
    case .medium: .medium
    case .high: .high
    }
  }

  private func translated(_ alarm: BeforeAlarms.AlarmTransition) -> Alarms.AlarmTransition? {
    guard let id = Alarms.ConditionID(name: alarm.condition.rawValue),
      let presence = Alarms.Presence(rawValue: alarm.presence.rawValue),
      let activation = Alarms.Activation(rawValue: alarm.activation.rawValue)
    else { return nil }
    return Alarms.AlarmTransition(
      sequence: alarm.sequence, condition: id, sensor: alarm.sensor.map { devices[Int($0.position)] },
      priority: priority(alarm.priority), isTechnical: alarm.isTechnical, presence: presence, isOnset: alarm.isOnset,
      activation: activation, isTest: alarm.isTest, silentUntil: alarm.silentUntil, limit: alarm.limit,
      value: alarm.value)
  }
}
