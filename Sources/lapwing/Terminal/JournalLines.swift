import Alarms
import Appliance
import Board
import Control
import Engine
import Logbook
import Monitor
import Settings
import Status
import System

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

  func take(_ batch: [TimedOutput]) {
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
