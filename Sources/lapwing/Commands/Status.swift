import ArgumentParser
import Control
import Engine
import Foundation
import Readings
import Settings
import System

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
    if follow { try client.follow { line throws(LapwingError) in try Output.standard.line(line) } }
  }
}

/// A box's picture of itself, for a person.
enum StatusText {
  private struct Picture: Decodable {
    struct Sensor: Decodable {
      let address: String
      let model: String?
      let isAdopted: Bool
      let name: String?
      let person: String?
      let adoptedBy: String?
      let signal: Int?
      let ageSeconds: Double
      var measurements = Measurements()

      private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        address = try container.decode(String.self, forKey: Key("address"))
        model = try container.decodeIfPresent(String.self, forKey: Key("model"))
        isAdopted = try container.decodeIfPresent(Bool.self, forKey: Key("adopted")) ?? true
        name = try container.decodeIfPresent(String.self, forKey: Key("name"))
        person = try container.decodeIfPresent(String.self, forKey: Key("person"))
        adoptedBy = try container.decodeIfPresent(String.self, forKey: Key("adopted_by"))
        signal = try container.decodeIfPresent(Int.self, forKey: Key("rssi"))
        let silence = try container.decode(Double.self, forKey: Key("silent_s"))
        ageSeconds = silence + (try container.decodeIfPresent(Double.self, forKey: Key("age_s")) ?? 0)
        for quantity in Quantity.allCases {
          measurements[quantity] = try container.decodeIfPresent(Double.self, forKey: Key(quantity.key))
        }
      }
    }
    struct Alarm: Decodable {
      var condition: String
      var priority: String
      var presence: String
      var activation: String
      var value: Double?
      var address: String?
      var person: String?
      var silent_for_s: Double?
      var test: Bool?
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
    var phase: String?
    var not_watched: [String]?
    var alarm_transitions: Int
    var alarm_transitions_committed: Int
    var logbook_fault: String?
    var logbook_notice: String?
  }

  static func lines(of json: String) throws(LapwingError) -> String {
    guard let picture = try? JSONDecoder().decode(Picture.self, from: Data(json.utf8)) else {
      throw LapwingError(.badData, code: "bad-answer", "the box's answer is not understood; is it of this version?")
    }
    var lines = ["profile   \(picture.profile), \(picture.session ? "session running" : "no session")"]
    if let phase = picture.phase { lines.append("phase     \(phase)") }
    lines += picture.sensors.map { ($0.isAdopted ? "sensor    " : "heard     ") + text(of: $0) }
    if picture.sensors.isEmpty { lines.append("sensor    none heard yet") }
    lines += picture.alarms.map { "alarm     " + text(of: $0) }
    if picture.alarms.isEmpty { lines.append("alarm     none") }
    lines += (picture.not_watched ?? []).map { "unwatched \($0)" }
    let lamps = picture.lamps.filter { $0.pattern != "off" }.map { "\($0.lamp) \($0.pattern)" }
    lines.append("lamps     " + (lamps.isEmpty ? "all dark" : lamps.joined(separator: ", ")))
    lines.append("sounder   " + (picture.sound == "none" ? "silent" : picture.sound))
    lines.append(
      "logbook   "
        + (picture.logbook_fault
          ?? "\(picture.alarm_transitions_committed) of \(picture.alarm_transitions) alarm transitions committed"))
    if let notice = picture.logbook_notice { lines.append("logbook   \(notice)") }
    return lines.joined(separator: "\n")
  }

  private static func text(of sensor: Picture.Sensor) -> String {
    let measured = EventText.values(of: sensor.measurements)
    let values = sensor.model.map { "\($0) \(measured), \(Int(sensor.ageSeconds)) s old" } ?? "not heard yet"
    let names = [sensor.name, sensor.person.map { "of \($0)" }].compactMap(\.self).map { "\($0) " }.joined()
    var text = "\(names)\(sensor.address) \(values)"
    if sensor.adoptedBy == AdoptedSensor.Way.itself.rawValue { text += ", adopted by itself" }
    if !sensor.isAdopted, let signal = sensor.signal { text += ", \(signal) dBm" }
    return text
  }

  private static func text(of alarm: Picture.Alarm) -> String {
    let whose = alarm.person.map { " of \($0)" } ?? ""
    var text = "\(alarm.condition)\(whose) \(alarm.priority) \(alarm.presence)"
    if alarm.activation == "paused" { text += ", sound paused" }
    if let left = alarm.silent_for_s { text += ", silent for \(Int(left)) s more" }
    if alarm.test == true { text += ", test" }
    if let value = alarm.value { text += " (\(EventText.number(value)))" }
    return text + (alarm.address.map { " at \($0)" } ?? "")
  }
}
