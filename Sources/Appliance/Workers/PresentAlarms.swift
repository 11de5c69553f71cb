import Alarms
import Readings

/// Which alarms are on. While there is one, readings are written sooner.
struct PresentAlarms {
  private struct Key: Hashable {
    let condition: ConditionID
    let sensor: SensorIndex?
    let subject: Subject
  }

  private var alarms: Set<Key> = []

  var isEmpty: Bool { alarms.isEmpty }

  mutating func note(_ alarm: AlarmTransition) {
    let key = Key(condition: alarm.condition, sensor: alarm.sensor, subject: alarm.subject)
    if alarm.presence == .off { alarms.remove(key) } else { alarms.insert(key) }
  }
}
