import Appliance
import Control
import Engine
import Logbook
import Status
import System
import Words

/// Shows the box as plain lines, one for each event that a person should know of. It is used if standard output is neither
/// a terminal with colours nor the journal.
final class PlainLines: OutputConsumer {
  private let settings: SettingsInForce
  private var events = BoxEvents()
  private var faults: LogbookFaultEvents
  private var news = ReadingNews()

  init(settings: SettingsInForce, health: LogbookHealth) {
    self.settings = settings
    faults = LogbookFaultEvents(health: health)
  }

  func receive(_ batch: [TimedOutput]) {
    events.adopt(settings.configuration)
    var shown = batch.compactMap { events.event(for: $0.record, at: $0.instant) }
    if let fault = faults.event(after: batch) { shown.append(fault) }
    show(shown.filter { news.isNews($0) }.flatMap { EventText.lines(of: $0) }.map { $0 + "\n" }.joined())
  }

  func finish() {}

  /// A closed pipe or a full disk must not stop the alarms, so a failure is ignored. The next lines are tried again.
  private func show(_ lines: String) { if !lines.isEmpty { try? Output.standard.write(lines) } }
}
