import Alarms
import Logbook
import Monitor
import Readings

/// The alarms that are there, as they were logged last. The log knows an alarm by the address of its sensor, and a strap
/// that takes the place of another one has another address: a restart must find its alarms and latched sounds there.
struct OpenAlarms {
  private struct Open {
    let alarm: AlarmTransition
    /// When it was logged, and until when it is silent, milliseconds since 1970.
    let at: Int64
    let silentUntil: Int64?
    let person: String?
  }

  private var alarms: [SensorIndex: [ConditionID: Open]] = [:]

  /// An alarm has changed.
  mutating func note(_ alarm: AlarmTransition, at: Int64, silentUntil: Int64?, person: String?) {
    guard let sensor = alarm.sensor, !alarm.isTest else { return }
    let isOver = alarm.presence == .off
    alarms[sensor, default: [:]][alarm.condition] =
      isOver ? nil : Open(alarm: alarm, at: at, silentUntil: silentUntil, person: person)
  }

  /// Nobody is at a place any more.
  mutating func forget(_ sensor: SensorIndex) { alarms[sensor] = nil }

  /// A sensor hands its place, and what is there, on to another one.
  /// - Returns: what is to be logged: the alarms end at the one address, and go on at the other.
  func handOn(at sensor: SensorIndex, from old: DeviceAddress, to new: DeviceAddress, at: Int64) -> [LogEntry] {
    let found = (alarms[sensor] ?? [:]).values.sorted { $0.alarm.sequence < $1.alarm.sequence }
    return found.flatMap { open -> [LogEntry] in
      // It goes on growing louder as from where it was.
      let isGrowing = open.alarm.activation == .on && at > open.at
      let passed = isGrowing ? Duration.milliseconds(at - open.at) : .zero
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

extension AlarmTransition {
  /// The same alarm in another state, which is no onset.
  fileprivate func copy(_ presence: Presence, _ activation: Activation, unanswered: Duration) -> AlarmTransition {
    AlarmTransition(
      sequence: sequence, condition: condition, sensor: sensor, subject: subject, priority: priority,
      isTechnical: isTechnical, presence: presence, isOnset: false, activation: activation, silentUntil: silentUntil,
      limit: limit, value: value, isLastValue: isLastValue, family: family, bounds: bounds, unanswered: unanswered)
  }
}
