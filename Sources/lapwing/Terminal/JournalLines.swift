import Alarms
import Appliance
import Board
import Engine
import Logbook
import Monitor
import Readings
import SensorProtocols
import Sessions
import System

/// Writes what the appliance decides into the system's journal, each entry with fields to search by:
/// `journalctl -u lapwing LAPWING_CONDITION=co2-high`. Readings stand in the logbook only.
final class JournalLines: OutputConsumer {
  private let journal: Journal
  private let health: LogbookHealth
  private var text = EventText()
  private var sensors: [SensorIndex: SensorRegistry.Sensor] = [:]
  private var shownFault: LogbookError?

  init(journal: Journal, health: LogbookHealth) {
    self.journal = journal
    self.health = health
  }

  /// The journal, where the appliance's output goes to it.
  static var journal: Journal? {
    guard Journal.isStream(1, named: ProcessEnvironment.value(of: "JOURNAL_STREAM")) else { return nil }
    return Journal()
  }

  func take(_ batch: [TimedOutput]) {
    for outward in batch { write(outward) }
    if health.fault != shownFault {
      shownFault = health.fault
      journal.write(
        "logbook: \(shownFault?.message ?? "can be written again")", severity: shownFault == nil ? .notice : .error,
        fields: [("LAPWING_EVENT", "fault"), ("LAPWING_CODE", shownFault?.code ?? "none")])
    }
  }

  func finish() {}

  private func write(_ outward: TimedOutput) {
    let message = text.line(for: outward.record, at: outward.instant)
    guard let message, let (event, severity, fields) = describe(outward.record) else { return }
    journal.write(
      message, severity: severity,
      fields: [("LAPWING_EVENT", event), ("LAPWING_TIME", EventText.time(outward.instant))] + fields)
  }

  private func describe(_ record: LoopOutput) -> (String, Journal.Severity, [(name: String, value: String)])? {
    switch record {
    case .sensor(let index, let sensor):
      sensors[index] = sensor
      return ("sensor", .information, [("LAPWING_SENSOR", "\(sensor.address)"), ("LAPWING_MODEL", sensor.model.name)])
    // Strangers would fill the journal; only their places are of interest, since an alarm is never at one of them.
    case .stranger(let index, _), .left(let index):
      sensors[index] = nil
      return nil
    case .adoption(let news): return ("adoption", .notice, Self.fields(of: news))
    case .action(.alarm(let alarm)): return ("alarm", Self.severity(of: alarm), fields(of: alarm))
    case .action(.phase(let phase)): return ("phase", .information, [("LAPWING_PHASE", phase.rawValue)])
    case .action(.sessionStarted): return ("session", .notice, [("LAPWING_SESSION", "started")])
    case .action(.sessionEnded(let summary)):
      return ("session", .notice, [("LAPWING_SESSION", "ended"), ("LAPWING_READINGS", "\(summary.readings)")])
    case .action(.refusal(let condition)):
      return ("refusal", .notice, [("LAPWING_CONDITION", condition.name)])
    case .button(let order):
      return (
        "button", .notice,
        [("LAPWING_BUTTON", "\(order.gesture)"), ("LAPWING_MEANING", order.meaning.rawValue)]
      )
    case .note: return ("note", .notice, [])
    default: return nil
    }
  }

  private static func fields(of news: AdoptionNews) -> [(name: String, value: String)] {
    switch news {
    case .adopted(let sensor), .unconfirmed(let sensor):
      [("LAPWING_SENSOR", "\(sensor.address)"), ("LAPWING_ADOPTED_BY", sensor.way.rawValue)]
    case .forgotten(let address): [("LAPWING_SENSOR", "\(address)")]
    case .refused(let error): [("LAPWING_CODE", error.code)]
    }
  }

  private func fields(of alarm: AlarmTransition) -> [(name: String, value: String)] {
    var fields = [
      (name: "LAPWING_CONDITION", value: alarm.condition.name), ("LAPWING_PRIORITY", alarm.priority.name),
      ("LAPWING_PRESENCE", alarm.presence.name), ("LAPWING_ACTIVATION", alarm.activation.name),
      ("LAPWING_SEQUENCE", "\(alarm.sequence)"),
    ]
    if let sensor = alarm.sensor.flatMap({ sensors[$0] }) {
      fields.append(("LAPWING_SENSOR", "\(sensor.address)"))
    }
    if let value = alarm.value { fields.append(("LAPWING_VALUE", EventText.number(value))) }
    if let limit = alarm.limit { fields.append(("LAPWING_LIMIT", EventText.number(limit))) }
    return fields
  }

  private static func severity(of alarm: AlarmTransition) -> Journal.Severity {
    guard alarm.presence == .on else { return .notice }
    return switch alarm.priority {
    case .high: .alert
    case .medium: .error
    case .low: .warning
    }
  }
}
