import Alarms
import Engine
import Flight
import Monitor
import Readings
import SensorProtocols
import Sessions
import Settings

/// Makes the events from the outputs of the critical loop, one for each output that is shown. It stores the address of each
/// sensor, since an output names a sensor only by its place.
package struct BoxEvents: Sendable {
  private var sensors: [SensorIndex: SensorRegistry.Sensor] = [:]
  private var strangers: Set<SensorIndex> = []
  private var family = SignalFamily.technical
  /// The names of the persons of the configuration, in its order.
  private var persons: [String]
  /// The settings in force, which give the advice with an alarm; `nil` for none.
  private var configuration: Configuration?
  private var phase = Phase.unknown
  /// Whether the person has said in this session that they have had caffeine.
  private var hasTakenCaffeine = false

  /// - Parameter persons: the names of the persons of the configuration, in its order.
  package init(persons: [String] = []) { self.persons = persons }

  package init(_ configuration: Configuration) {
    self.init()
    adopt(configuration)
  }

  package mutating func adopt(_ configuration: Configuration) {
    persons = configuration.personNames
    self.configuration = configuration
  }

  package mutating func line(for record: LoopOutput, at instant: Instant) -> String? {
    guard let event = event(for: record, at: instant), event.isJSONLine else { return nil }
    return OrderedJSON.text(of: event)
  }

  package mutating func event(for record: LoopOutput, at instant: Instant) -> BoxEvent? {
    content(of: record, at: instant).map { BoxEvent($0, at: instant) }
  }

  private mutating func content(of record: LoopOutput, at instant: Instant) -> BoxEvent.Content? {
    switch record {
    case .sensor(let index, let sensor):
      sensors[index] = sensor
      strangers.remove(index)
      return .sensor(Self.news(of: sensor, sensor.model == .unknown ? .awaited : .received))
    case .stranger(let index, let sensor):
      sensors[index] = sensor
      strangers.insert(index)
      return .sensor(Self.news(of: sensor, .stranger))
    case .left(let index):
      sensors[index] = nil
      return nil
    case .adoption(let news): return .adoption(AdoptionReport(news))
    case .reading(let reading, let index):
      let isStranger = strangers.contains(index)
      let sensor = SensorReading.Sensor(
        address: address(of: index)?.description, isAdopted: isStranger ? false : nil)
      return .reading(SensorReading(sensor, ReadingReport(reading)))
    case .action(.drinkReminder(let latest, let total)):
      return .reminder(ReminderReport(drinkAfter: latest.duration(to: instant), total: total))
    case .action(let action): return content(of: action)
    case .committed(let sequence): return .commit(CommitReport(transitions: sequence))
    case .note(let text): return .note(NoteReport(text))
    case .sessionContinued(let session):
      hasTakenCaffeine = session.refreshments.caffeineAt != nil
      return .session(.continued(ContinuedSession(session)))
    case .button(let order):
      return .button(ButtonReport(gesture: order.gesture.description, meaning: order.meaning.rawValue))
    case .call, .adopted, .signal, .trouble, .adoptions, .visit, .link, .bonds, .answer, .selection, .lamp, .burst,
      .sessionDetails,
      .sessionChecked, .record,
      .recalled,
      .reloadWanted, .pageCodeWanted, .networkWanted, .network, .power,
      .parts,
      .runEnded, .finished:
      return nil
    }
  }

  private static func news(of sensor: SensorRegistry.Sensor, _ state: SensorNews.State) -> SensorNews {
    SensorNews(state, address: sensor.address.description, model: sensor.model.name)
  }

  private mutating func content(of action: Action) -> BoxEvent.Content? {
    switch action {
    case .alarm(let alarm):
      return .alarm(report(of: alarm))
    case .lamp(let lamp, let pattern): return .lamp(LampReport(lamp, pattern))
    case .sound(let signal):
      // A silence belongs to the family that has ended.
      family = signal?.family ?? family
      return .sound(SoundReport(signal, family))
    case .loudness(let loudness): return .loudness(LoudnessReport(level: loudness.name))
    case .notice(let notice):
      return .notice(NoticeReport(notice, persons: persons, address: address(of: notice.sensor)))
    case .refusal(let condition): return .refusal(RefusalReport(condition: condition.name))
    case .scenarioWanted, .drinkReminder, .placementConfirmed, .withheld: return nil
    case .refreshments(let change, let total):
      switch change {
      case .caffeine: hasTakenCaffeine = true
      case .caffeineTakenBack: hasTakenCaffeine = false
      case .drunk, .drinkTakenBack: break
      }
      return BoxEvent.Content(change, total: total)
    case .scenario(let scenario): return .scenario(ScenarioReport(scenario))
    case .phase(let change):
      phase = change.phase
      return .phase(PhaseReport(change))
    case .sessionStarted:
      hasTakenCaffeine = false
      return .session(.started)
    case .sessionEnded(let summary): return .session(.ended(SessionReport(summary)))
    }
  }

  /// The texts for people are in the line with which an alarm begins, or rises to a higher priority; once, since they are long.
  private func report(of alarm: AlarmTransition) -> AlarmReport {
    var report = AlarmReport(alarm, persons: persons, address: address(of: alarm.sensor))
    guard alarm.isOnset, let configuration else { return report }
    report.add(alarm.advice(in: phase, hasTakenCaffeine: hasTakenCaffeine, by: configuration))
    return report
  }

  private func address(of sensor: SensorIndex?) -> DeviceAddress? { sensor.flatMap { sensors[$0]?.address } }
}
