import Alarms
import Appliance
import Board
import Control
import Engine
import Logbook
import Monitor
import Readings
import Status
import System
import Words

/// Writes the events of the box into the system's journal, each entry with fields to search by:
/// `journalctl -u lapwing LAPWING_CONDITION=co2-high`. Readings are only in the logbook.
final class JournalLines: OutputConsumer {
  private let journal: Journal
  private let settings: SettingsInForce
  private var events = BoxEvents()
  private var faults: LogbookFaultEvents

  init(journal: Journal, settings: SettingsInForce, health: LogbookHealth) {
    self.journal = journal
    self.settings = settings
    faults = LogbookFaultEvents(health: health)
  }

  /// The journal, if the output of this process goes to it.
  static var journal: Journal? {
    guard Journal.isStream(1, named: ProcessEnvironment.value(of: "JOURNAL_STREAM")) else { return nil }
    return Journal()
  }

  func receive(_ batch: [TimedOutput]) {
    events.adopt(settings.configuration)
    for output in batch {
      guard let event = events.event(for: output.record, at: output.instant) else { continue }
      write(JournalEntry(event, sequence: output.record.alarmSequence))
    }
    if let fault = faults.event(after: batch) { write(JournalEntry(fault)) }
  }

  func finish() {}

  private func write(_ entry: JournalEntry?) {
    guard let entry else { return }
    journal.write(entry.message, severity: entry.severity, fields: entry.fields)
  }
}

extension LoopOutput {
  /// The number of an alarm transition. The event does not have it, because its JSON line never had it.
  fileprivate var alarmSequence: UInt64? {
    if case .action(.alarm(let alarm)) = self { alarm.sequence } else { nil }
  }
}

/// An event as an entry of the system's journal: its line, its severity, and fields to search by.
struct JournalEntry {
  /// The line of the event, as every other view shows it.
  let message: String
  let severity: Journal.Severity
  let fields: [(name: String, value: String)]

  /// - Parameters:
  ///   - sequence: the number of the alarm transition.
  /// - Returns: `nil` for an event that would only fill the journal: readings, strangers, and what lamps and sounder do.
  init?(_ event: BoxEvent, sequence: UInt64? = nil) {
    guard let (name, severity, fields) = Self.describe(event.content) else { return nil }
    message = EventText.line(of: event)
    self.severity = severity
    var all: Fields = [("LAPWING_EVENT", name), ("LAPWING_TIME", EventText.time(event.seconds))]
    all += fields
    if let sequence { all.append(("LAPWING_SEQUENCE", "\(sequence)")) }
    self.fields = all
  }

  private typealias Fields = [(name: String, value: String)]

  private static func describe(_ content: BoxEvent.Content) -> (String, Journal.Severity, Fields)? {
    switch content {
    case .sensor(let news):
      guard news.state != .stranger else { return nil }
      return ("sensor", .information, [("LAPWING_SENSOR", news.address), ("LAPWING_MODEL", news.model)])
    case .adoption(let report): return ("adoption", .notice, fields(of: report))
    case .alarm(let alarm): return ("alarm", severity(of: alarm), fields(of: alarm))
    case .phase(let report): return ("phase", .information, [("LAPWING_PHASE", report.phase)])
    case .session(.started): return ("session", .notice, [("LAPWING_SESSION", "started")])
    case .session(.continued): return ("session", .notice, [("LAPWING_SESSION", "continued")])
    case .session(.ended(let summary)):
      return ("session", .notice, [("LAPWING_SESSION", "ended"), ("LAPWING_READINGS", "\(summary.readings)")])
    case .hydration(let report):
      return ("hydration", .notice, [("LAPWING_ML", "\(report.millilitres)"), ("LAPWING_TOTAL_ML", "\(report.total)")])
    case .caffeine(let report): return ("caffeine", .notice, [("LAPWING_CAFFEINE", report.state)])
    case .reminder(let report): return ("reminder", .notice, [("LAPWING_ABOUT", report.about)])
    case .refusal(let report): return ("refusal", .notice, [("LAPWING_CONDITION", report.condition)])
    case .button(let report):
      return ("button", .notice, [("LAPWING_BUTTON", report.gesture), ("LAPWING_MEANING", report.meaning)])
    case .note: return ("note", .notice, [])
    case .logbook(let report):
      return ("fault", report.fault == nil ? .notice : .error, [("LAPWING_CODE", report.fault?.code ?? "none")])
    case .reading, .lamp, .sound, .loudness, .notice, .scenario, .commit, .other: return nil
    }
  }

  private static func fields(of report: AdoptionReport) -> Fields {
    named([("LAPWING_SENSOR", report.address), ("LAPWING_ADOPTED_BY", report.adoptedBy), ("LAPWING_CODE", report.code)])
  }

  private static func fields(of alarm: AlarmReport) -> Fields {
    named([
      ("LAPWING_CONDITION", alarm.condition), ("LAPWING_PRIORITY", alarm.priority),
      ("LAPWING_PRESENCE", alarm.presence), ("LAPWING_ACTIVATION", alarm.activation),
      ("LAPWING_SENSOR", alarm.address), ("LAPWING_VALUE", alarm.value.map(EventText.number)),
      ("LAPWING_LIMIT", alarm.limit.map(EventText.number)), ("LAPWING_HEADLINE", alarm.headline),
      ("LAPWING_METRIC", alarm.metric), ("LAPWING_ACTION", alarm.action), ("LAPWING_EVIDENCE", alarm.evidence),
      ("LAPWING_LIMITATION", alarm.limitation),
    ])
  }

  private static func named(_ fields: [(name: String, value: String?)]) -> Fields {
    fields.compactMap { field in field.value.map { (field.name, $0) } }
  }

  /// The higher the priority of an alarm, the higher the severity. An alarm that has ended is a notice.
  private static func severity(of alarm: AlarmReport) -> Journal.Severity {
    guard alarm.presence == Presence.on.name else { return .notice }
    return switch alarm.priority {
    case Priority.high.name: .alert
    case Priority.medium.name: .error
    default: .warning
    }
  }
}

/// Makes an event when the fault of the logbook begins, changes or ends.
///
/// The fault is no output of the critical loop: the logbook's own thread sets it in ``LogbookHealth``. Every view that
/// shows events as lines therefore compares it after each batch.
struct LogbookFaultEvents {
  private let health: LogbookHealth
  private var reported: LogbookError?
  /// The time of the latest output, which is also the time of the event.
  private var instant = Instant.start

  init(health: LogbookHealth) { self.health = health }

  /// The event, if the fault has changed since the last call.
  mutating func event(after batch: [TimedOutput]) -> BoxEvent? {
    instant = batch.last.map { max(instant, $0.instant) } ?? instant
    let fault = health.fault
    guard fault != reported else { return nil }
    reported = fault
    let report = LogbookReport(fault.map { LogbookReport.Fault(code: $0.code, message: $0.message) })
    return BoxEvent(.logbook(report), at: instant)
  }
}
