import Appliance
import Engine
import Logbook
import System

/// Shows the appliance as plain lines, one for each thing that a person should know of.
final class PlainLines: OutputConsumer {
  private var text = EventText()
  private let health: LogbookHealth
  private var shownFault: LogbookError?

  init(health: LogbookHealth) { self.health = health }

  func take(_ batch: [TimedOutput]) {
    var lines = ""
    for outward in batch {
      if let line = text.line(for: outward.record, at: outward.instant) { lines += line + "\n" }
    }
    if health.fault != shownFault {
      shownFault = health.fault
      lines += "logbook  \(shownFault?.message ?? "can be written again")\n"
    }
    show(lines)
  }

  func finish() {}

  /// A reader that has gone away, or a full disk, is no reason to stop the alarms; the next lines are tried again.
  private func show(_ lines: String) { if !lines.isEmpty { try? Output.standard.write(lines) } }
}
