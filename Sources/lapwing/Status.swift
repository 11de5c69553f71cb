import Appliance
import ArgumentParser
import Foundation

/// `lapwing status`
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what a running box hears and signals.",
    discussion: "Finds the box through control.socket of the configuration.")

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Write JSON on one line.")
  var json = false

  @Flag(help: "Go on and write a JSON line for everything that happens, as replay does, until the box stops.")
  var follow = false

  func run() throws {
    var client = try ControlClient(path: try options.read().controlSocket)
    let (line, _) = try client.ask(ControlRequest(follow ? .follow : .status))
    guard json || follow else { return try Output.standard.line(try StatusText.lines(of: line)) }
    try Output.standard.line(line)
    while follow {
      let lines = try client.lines()
      if lines.isEmpty { return }
      for line in lines { try Output.standard.line(line) }
    }
  }
}

/// A box's picture of itself, for a person.
enum StatusText {
  private struct Picture: Decodable {
    struct Sensor: Decodable {
      var address: String
      var silent_s: Double
      var model: String?
      var co2_ppm: Double?
      var temperature_c: Double?
      var humidity_pct: Double?
      var pressure_hpa: Double?
      var heart_rate_bpm: Double?
      var battery_pct: Double?
      var age_s: Double?
    }
    struct Alarm: Decodable {
      var condition: String
      var priority: String
      var presence: String
      var activation: String
      var value: Double?
      var address: String?
    }
    struct Lamp: Decodable {
      var lamp: String
      var pattern: String
    }
    var profile: String
    var t: Double
    var sensors: [Sensor]
    var alarms: [Alarm]
    var lamps: [Lamp]
    var sound: String
    var session: Bool
    var alarm_transitions: Int
    var alarm_transitions_committed: Int
    var logbook_fault: String?
  }

  static func lines(of json: String) throws(ApplianceError) -> String {
    guard let picture = try? JSONDecoder().decode(Picture.self, from: Data(json.utf8)) else {
      throw ApplianceError(.badData, code: "bad-answer", "the box's answer is not understood; is it of this version?")
    }
    var lines = ["profile   \(picture.profile), \(picture.session ? "session running" : "no session")"]
    lines += picture.sensors.map { "sensor    " + text(of: $0) }
    if picture.sensors.isEmpty { lines.append("sensor    none heard yet") }
    lines += picture.alarms.map { "alarm     " + text(of: $0) }
    if picture.alarms.isEmpty { lines.append("alarm     none") }
    let lamps = picture.lamps.filter { $0.pattern != "off" }.map { "\($0.lamp) \($0.pattern)" }
    lines.append("lamps     " + (lamps.isEmpty ? "all dark" : lamps.joined(separator: ", ")))
    lines.append("sounder   " + (picture.sound == "none" ? "silent" : picture.sound))
    lines.append(
      "logbook   "
        + (picture.logbook_fault
          ?? "\(picture.alarm_transitions_committed) of \(picture.alarm_transitions) alarm transitions committed"))
    return lines.joined(separator: "\n")
  }

  private static func text(of sensor: Picture.Sensor) -> String {
    let values: [(String, Double?, String)] = [
      ("CO2", sensor.co2_ppm, "ppm"), ("heart rate", sensor.heart_rate_bpm, "bpm"),
      ("temperature", sensor.temperature_c, "°C"), ("humidity", sensor.humidity_pct, "%"),
      ("pressure", sensor.pressure_hpa, "hPa"), ("battery", sensor.battery_pct, "%"),
    ]
    let texts = values.compactMap { name, value, unit in value.map { "\(name) \(RecordText.number($0)) \(unit)" } }
    let age = Int(sensor.silent_s + (sensor.age_s ?? 0))
    let text = texts.isEmpty ? "no measurement" : texts.joined(separator: ", ")
    return "\(sensor.address) \(sensor.model ?? "") \(text), \(age) s old"
  }

  private static func text(of alarm: Picture.Alarm) -> String {
    var text = "\(alarm.condition) \(alarm.priority) \(alarm.presence)"
    if alarm.activation == "paused" { text += ", sound paused" }
    if let value = alarm.value { text += " (\(RecordText.number(value)))" }
    return text + (alarm.address.map { " at \($0)" } ?? "")
  }
}
