import Alarms
import Engine
import Status

/// A box's status, for a person.
enum StatusText {
  static func lines(of status: BoxStatus) -> String {
    var lines = ["profile   \(status.profile), \(status.hasSession ? "session running" : "no session")"]
    if let phase = status.phase { lines.append("phase     \(phase)") }
    lines += status.sensors.map { ($0.identity.isAdopted ? "sensor    " : "heard     ") + text(of: $0) }
    if status.sensors.isEmpty { lines.append("sensor    none heard yet") }
    lines += status.alarms.map { "alarm     " + text(of: $0) }
    if status.alarms.isEmpty { lines.append("alarm     none") }
    lines += status.notWatched.map { "unwatched \($0)" }
    let lamps = status.lamps.filter { $0.pattern != LampPattern.off.name }.map { "\($0.lamp) \($0.pattern)" }
    lines.append("lamps     " + (lamps.isEmpty ? "all dark" : lamps.joined(separator: ", ")))
    lines.append("sounder   " + (status.sound == BoxStatus.noSound ? "silent" : status.sound))
    lines.append(
      "logbook   "
        + (status.logbookFault
          ?? "\(status.committedTransitions) of \(status.alarmTransitions) alarm transitions committed"))
    if let notice = status.logbookNotice { lines.append("logbook   \(notice)") }
    return lines.joined(separator: "\n")
  }

  private static func text(of sensor: SensorReport) -> String {
    let identity = sensor.identity
    let values =
      sensor.reading.map {
        "\($0.source.model) \(EventText.values(of: $0.measurements)), \(Int(sensor.ageSeconds)) s old"
      } ?? "not heard yet"
    let names = [identity.name, identity.person.map { "of \($0)" }].compactMap(\.self).map { "\($0) " }.joined()
    var text = "\(names)\(identity.address) \(values)"
    if identity.adoptedBy == AdoptedSensor.Way.itself.rawValue { text += ", adopted by itself" }
    if !identity.isAdopted, let signal = identity.signal { text += ", \(signal) dBm" }
    return text
  }

  private static func text(of alarm: AlarmReport) -> String {
    let whose = alarm.person.map { " of \($0)" } ?? ""
    var text = "\(alarm.condition)\(whose) \(alarm.priority) \(alarm.presence)"
    if alarm.activation == Activation.paused.name { text += ", sound paused" }
    if let left = alarm.silentForSeconds { text += ", silent for \(Int(left)) s more" }
    if alarm.isTest == true { text += ", test" }
    if let value = alarm.value { text += " (\(EventText.number(value)))" }
    return text + (alarm.address.map { " at \($0)" } ?? "")
  }
}
