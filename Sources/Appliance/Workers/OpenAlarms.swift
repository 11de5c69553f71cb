import Alarms
import Logbook
import Readings

/// The open alarms, as they were last logged. The logbook identifies an alarm by the address of its sensor. A strap
/// that replaces another one has another address, and a restart must find the alarms and latched sounds there.
struct OpenAlarms {
  struct Open {
    fileprivate(set) var alarm: AlarmTransition
    /// When it was logged and until when it is silent, in milliseconds since 1970 or since the start of the run.
    fileprivate(set) var at: Int64
    fileprivate(set) var silentUntil: Int64?
    let person: String?
  }

  private var alarms: [SensorIndex: [ConditionID: Open]] = [:]

  mutating func note(_ alarm: AlarmTransition, at: Int64, silentUntil: Int64?, person: String?) {
    guard let sensor = alarm.sensor, !alarm.isTest else { return }
    let isOver = alarm.presence == .off
    alarms[sensor, default: [:]][alarm.condition] =
      isOver ? nil : Open(alarm: alarm, at: at, silentUntil: silentUntil, person: person)
  }

  var all: [(sensor: SensorIndex, open: Open)] {
    alarms.flatMap { sensor, open in open.values.map { (sensor, $0) } }
      .sorted { $0.1.alarm.sequence < $1.1.alarm.sequence }
  }

  /// The entries for a logbook that begins in the middle of a run.
  /// - Parameters:
  ///   - sequence: the last transition to include. Later ones follow by themselves.
  ///   - ahead: by how many milliseconds these times are ahead of those in the logbook.
  func entries(upTo sequence: UInt64, ahead: Int64, address: (SensorIndex) -> DeviceAddress?) -> [LogEntry] {
    all.filter { $0.open.alarm.sequence <= sequence }.compactMap { sensor, open in
      guard let address = address(sensor) else { return nil }
      return .alarm(
        open.alarm, at: open.at - ahead, sensor: address, silentUntil: open.silentUntil.map { $0 - ahead },
        person: open.person)
    }
  }

  func has(_ sensor: SensorIndex) -> Bool { !(alarms[sensor] ?? [:]).isEmpty }

  var isAnySounding: Bool { alarms.values.contains { $0.values.contains { $0.alarm.activation == .on } } }

  /// Corrects earlier times by this number of milliseconds, because the date has become known.
  mutating func shift(by shift: Int64) {
    for sensor in alarms.keys {
      for condition in (alarms[sensor] ?? [:]).keys {
        alarms[sensor]?[condition]?.at += shift
        if let end = alarms[sensor]?[condition]?.silentUntil { alarms[sensor]?[condition]?.silentUntil = end + shift }
      }
    }
  }

  /// Moves the alarms of a place to another sensor. Their escalation continues.
  mutating func move(at sensor: SensorIndex, at: Int64) {
    for (condition, open) in alarms[sensor] ?? [:] {
      alarms[sensor]?[condition]?.alarm = open.alarm.copy(
        open.alarm.presence, open.alarm.activation, unanswered: open.alarm.unanswered + open.passed(at: at))
      alarms[sensor]?[condition]?.at = at
    }
  }

  mutating func forget(_ sensor: SensorIndex) { alarms[sensor] = nil }

  /// Moves the alarms of a place to another sensor.
  /// - Returns: the entries to log: the alarms end at the old address and continue at the new one.
  func handOn(at sensor: SensorIndex, from old: DeviceAddress, to new: DeviceAddress, at: Int64) -> [LogEntry] {
    let found = (alarms[sensor] ?? [:]).values.sorted { $0.alarm.sequence < $1.alarm.sequence }
    return found.flatMap { open -> [LogEntry] in
      // The escalation continues.
      let passed = open.passed(at: at)
      let end = open.alarm.copy(.off, .off, unanswered: .zero)
      let begin = open.alarm.copy(
        open.alarm.presence, open.alarm.activation, unanswered: open.alarm.unanswered + passed)
      return [
        .alarm(end, at: at, sensor: old, person: open.person),
        .alarm(begin, at: at, sensor: new, silentUntil: open.silentUntil, person: open.person),
      ]
    }
  }
}

extension OpenAlarms.Open {
  /// How long it has sounded since it was logged.
  fileprivate func passed(at time: Int64) -> Duration {
    alarm.activation == .on && time > at ? .milliseconds(time - at) : .zero
  }
}

extension AlarmTransition {
  /// The same alarm in another state, which is not an onset.
  fileprivate func copy(_ presence: Presence, _ activation: Activation, unanswered: Duration) -> AlarmTransition {
    AlarmTransition(
      sequence: sequence, condition: condition, sensor: sensor, subject: subject, priority: priority,
      isTechnical: isTechnical, presence: presence, isOnset: false, activation: activation, silentUntil: silentUntil,
      limit: limit, value: value, isLastValue: isLastValue, family: family, bounds: bounds, unanswered: unanswered)
  }
}
