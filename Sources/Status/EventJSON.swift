import Alarms
import Engine
import Monitor
import Readings
import Sessions

/// Makes events of what the engine does, one for each record that has one. It knows the sensors that it was told of.
package struct EventJSON: Sendable {
  private var sensors: [SensorIndex: SensorRegistry.Sensor] = [:]
  /// The places of those that are not one's own.
  private var strangers: Set<SensorIndex> = []
  private var family = SignalFamily.technical
  /// The names of the persons whom the configuration names, in its order.
  package var persons: [String]

  /// No sensor yet.
  /// - Parameter persons: the names of those whom the configuration names, in its order.
  package init(persons: [String] = []) { self.persons = persons }

  /// The line for a record, or `nil` for a record that has none.
  package mutating func line(for record: LoopOutput, at instant: Instant) -> String? {
    event(for: record, at: instant).map { OrderedJSON.text(of: $0) }
  }

  /// The event that a record is, or `nil` for a record that is none.
  package mutating func event(for record: LoopOutput, at instant: Instant) -> BoxEvent? {
    switch record {
    case .sensor(let index, let sensor):
      sensors[index] = sensor
      strangers.remove(index)
    case .stranger(let index, let sensor):
      sensors[index] = sensor
      strangers.insert(index)
    case .left(let index): sensors[index] = nil
    case .adoption(let news): return BoxEvent(.adoption(AdoptionReport(news)), at: instant)
    case .reading(let reading, let index):
      let isStranger = strangers.contains(index)
      let sensor = SensorReading.Sensor(
        address: address(of: index)?.description, isAdopted: isStranger ? false : nil)
      return BoxEvent(.reading(SensorReading(sensor, ReadingReport(reading))), at: instant)
    case .action(let action): return content(of: action).map { BoxEvent($0, at: instant) }
    default: break
    }
    return nil
  }

  private mutating func content(of action: Action) -> BoxEvent.Content? {
    switch action {
    case .alarm(let alarm):
      return .alarm(AlarmReport(alarm, persons: persons, address: address(of: alarm.sensor)))
    case .lamp(let lamp, let pattern): return .lamp(LampReport(lamp, pattern))
    case .sound(let signal):
      // A silence belongs to the family that has ended.
      family = signal?.family ?? family
      return .sound(SoundReport(signal, family))
    case .loudness(let loudness): return .loudness(LoudnessReport(level: loudness.name))
    case .notice(let notice):
      return .notice(NoticeReport(notice, persons: persons, address: address(of: notice.sensor)))
    case .refusal(let condition): return .refusal(RefusalReport(condition: condition.name))
    case .scenarioWanted: return nil
    case .scenario(let scenario): return .scenario(ScenarioReport(scenario))
    case .phase(let phase): return .phase(PhaseReport(phase: phase.rawValue))
    case .sessionStarted: return .session(.started)
    case .sessionEnded(let summary): return .session(.ended(SessionReport(summary)))
    }
  }

  private func address(of sensor: SensorIndex?) -> DeviceAddress? { sensor.flatMap { sensors[$0]?.address } }
}
