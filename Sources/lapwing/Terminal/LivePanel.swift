import Alarms
import Appliance
import Engine
import Logbook
import Monitor
import Readings
import SensorProtocols
import Status
import System

/// Shows the appliance live on a terminal: sensors with value, unit and age, alarms, the lamps as they flash, and what
/// the sounder plays.
final class LivePanel: OutputConsumer {
  private var screen = Screen()
  private var status = ApplianceStatus()
  private let profile: BoxProfile
  private let health: LogbookHealth

  init(profile: BoxProfile, health: LogbookHealth) {
    self.profile = profile
    self.health = health
  }

  func take(_ batch: [TimedOutput]) {
    for outward in batch { status.apply(outward) }
    paint()
  }

  func finish() { try? screen.leave(showing: lines) }

  /// What cannot be written now is painted again the next time.
  private func paint() { try? screen.paint(lines) }

  private var lines: [String] {
    var lines = ["Lapwing \(Version.text) · \(profile.rawValue) · \(EventText.time(status.instant))", ""]
    lines += ["Lamps    " + Lamp.allCases.map(lamp).joined(separator: "   "), "Sounder  " + sounder, "", "Alarms"]
    lines += status.alarms.isEmpty ? ["  none"] : status.alarms.sorted { $0.priority > $1.priority }.map(alarm)
    lines += ["", "Sensors"]
    if let advice = status.adviceWithoutSensor { lines.append("  " + Screen.coloured(advice, .yellow)) }
    lines += status.sensors.isEmpty ? ["  none heard yet"] : status.sensors.map(sensor)
    lines += ["", logbook]
    return lines
  }

  private func lamp(_ lamp: Lamp) -> String {
    let pattern = status.patterns[lamp] ?? .off
    let text = "\(status.lit.contains(lamp) ? "●" : "○") \(lamp.name)\(pattern == .off ? "" : " \(pattern.name)")"
    return Screen.coloured(text, status.lit.contains(lamp) ? Self.colour(of: lamp) : .grey)
  }

  private var sounder: String {
    guard let sound = status.sound else { return "silent" }
    return
      "\(sound.priority.name) (\(sound.family.name))  ♪ \(sound.score)  every \(sound.burstPeriod.components.seconds) s"
  }

  private func sensor(_ state: ApplianceStatus.SensorState) -> String {
    let silence = Int(state.heardAt.duration(to: status.instant).inSeconds)
    let age = silence + Int(state.reading?.ageSeconds ?? 0)
    let contact = state.reading?.contact == .notDetected ? ", no skin contact" : ""
    let text =
      state.measurements.isEmpty
      ? "no measurement. \(Catalogue.entry(for: state.sensor.model).adviceWithoutReading)"
      : EventText.values(of: state.measurements)
    let line = "  \(state.label)  \(state.sensor.model.name)  \(text)\(contact)  \(age) s old"
    return state.isOwn ? line : Screen.coloured("  heard" + line, .grey)
  }

  private func alarm(_ alarm: AlarmTransition) -> String {
    let place = status.address(of: alarm).map { " at \($0)" } ?? ""
    let colour: Screen.Colour =
      switch alarm.priority {
      case .high: .red
      case .medium: .yellow
      case .low: alarm.isTechnical ? .blue : .yellow
      }
    return "  " + Screen.coloured(EventText.text(for: alarm) + place, colour, isBold: alarm.priority == .high)
  }

  private var logbook: String {
    if let fault = health.fault { return Screen.coloured("Logbook  \(fault.message)", .yellow) }
    return "Logbook  \(status.committedSequence) of \(status.lastSequence) alarm transitions committed"
  }

  private static func colour(of lamp: Lamp) -> Screen.Colour {
    switch lamp {
    case .red: .red
    case .yellow: .yellow
    case .green: .green
    case .blue: .blue
    }
  }
}

extension ApplianceStatus.SensorState {
  /// Its address, with what people call it and whether anybody has confirmed it.
  var label: String {
    let name = adopted?.name.map { " \($0)" } ?? ""
    return "\(sensor.address)\(name)\(adopted?.way == .itself ? ", adopted by itself" : "")"
  }
}
