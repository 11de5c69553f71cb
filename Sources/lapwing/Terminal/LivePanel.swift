import Alarms
import Appliance
import Control
import Engine
import Logbook
import Status

/// Shows the box live on a terminal: alarms, lamps as they flash, the sound, the logbook, and the sensors with their values.
///
/// It gathers the outputs of the critical loop on its own thread, as the control server does, and paints the same status.
final class LivePanel: OutputConsumer {
  private var screen = Screen()
  private var appliance = ApplianceStatus()
  private let settings: SettingsInForce
  private let health: LogbookHealth

  init(settings: SettingsInForce, health: LogbookHealth) {
    self.settings = settings
    self.health = health
  }

  func take(_ batch: [TimedOutput]) {
    for output in batch { appliance.apply(output) }
    // If the terminal takes nothing now, the next call paints everything.
    try? screen.paint(lines)
  }

  func finish() { try? screen.leave(showing: lines) }

  private var lines: [String] {
    let status = BoxStatus(
      appliance, in: settings.configuration, showing: .ofEachQuantity, logbookFault: health.fault?.message,
      logbookNotice: health.notice)
    return ScreenText.lines(of: status, lit: Set(appliance.lit.map(\.name)))
  }
}
