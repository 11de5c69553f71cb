import Alarms
import Appliance
import Control
import Engine
import Logbook
import Status
import System
import Words

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

  func receive(_ batch: [TimedOutput]) {
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

enum ScreenText {
  /// - Parameter lit: the names of the lamps that are lit at this moment; a status has only their patterns.
  static func lines(of status: BoxStatus, lit: Set<String>) -> [String] {
    let lamps = status.lamps.map { text(of: $0, isLit: lit.contains($0.lamp)) }.joined(separator: "   ")
    let title = "Lapwing \(Version.text) · \(EventText.time(status.seconds))"
    return [title, ""] + StatusText.lines(of: status).map { coloured($0, lamps: lamps) }
  }

  private static func coloured(_ line: StatusLine, lamps: String) -> String {
    switch line.topic {
    case .alarm(let priority, let isTechnical):
      let shade = colour(ofAlarm: priority, isTechnical: isTechnical)
      return line.label + Screen.coloured(line.text, shade, isBold: priority == Priority.high.name)
    case .lamps: return line.label + lamps
    case .stranger: return Screen.coloured(line.line, .grey)
    case .warning: return line.label + Screen.coloured(line.text, .yellow)
    case .sensor, .advice, .other: return line.line
    }
  }

  private static func text(of lamp: LampReport, isLit: Bool) -> String {
    let pattern = lamp.pattern == LampPattern.off.name ? "" : " \(lamp.pattern)"
    return Screen.coloured("\(isLit ? "●" : "○") \(lamp.lamp)\(pattern)", isLit ? colour(ofLamp: lamp.lamp) : .grey)
  }

  private static func colour(ofAlarm priority: String, isTechnical: Bool) -> Screen.Colour {
    switch priority {
    case Priority.high.name: .red
    case Priority.low.name: isTechnical ? .blue : .yellow
    default: .yellow
    }
  }

  private static func colour(ofLamp name: String) -> Screen.Colour {
    switch name {
    case Lamp.red.name: .red
    case Lamp.yellow.name: .yellow
    case Lamp.green.name: .green
    default: .blue
    }
  }
}
