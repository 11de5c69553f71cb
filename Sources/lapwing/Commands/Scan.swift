import ArgumentParser
import Control
import Engine
import Radio
import Readings
import SensorProtocols
import Settings
import Status
import System

struct Scan: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the sensors in range.",
    discussion: """
      On a terminal, the list is shown from the beginning and updated. The scan connects to sensors that send nothing \
      otherwise. Ctrl-C ends it early. For each sensor, the list has a configuration line that adopts it (sensors.use). A \
      running box uses the adapter and receives all the time: its own list is shown, at once. With --adopt it adopts the \
      sensor of each kind with the strongest signal.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "How long to listen, in seconds (1 to 3600).")
  var seconds = 15

  @Flag(help: "Write one JSON object per sensor.")
  var json = false

  @Flag(help: "Let a running box adopt the sensor of each kind with the strongest signal.")
  var adopt = false

  func run() throws {
    guard !adopt else { return try StrongestSensors.adopt(through: try options.read().controlSocket) }
    guard (1...3600).contains(seconds) else {
      throw ValidationError("--seconds is \(seconds); write a whole number from 1 to 3600")
    }
    let configuration = try options.read()
    if var box = BoxVisit(of: configuration) { return try HeardSensors.show(try box.status(), asJSON: json) }
    var screen: Screen? = !json && Screen.isUsable ? Screen() : nil
    let outcome = try RadioScan.run(for: .seconds(seconds), configuration) { outcome throws(LapwingError) in
      // A line that cannot be written now is painted again the next time.
      try? screen?.paint(Self.table(outcome))
    }
    try? screen?.leave(showing: [])
    for note in outcome.notes { try Output.error.line("radio: \(note)") }
    guard !json else {
      for finding in outcome.findings {
        let line = JSONObject(finding).adding(["use": Self.use(finding)])
        try Output.standard.line(line.text)
      }
      return
    }
    for line in Self.table(outcome) + Self.advice(outcome) { try Output.standard.line(line) }
  }

  /// The line of the configuration that adopts a sensor.
  private static func use(_ finding: RadioScan.Finding) -> String { "\"\(finding.sensor.address)\": automatic" }

  private static func advice(_ outcome: RadioScan.Outcome) -> [String] {
    guard !outcome.findings.isEmpty else { return [] }
    return ["", "Only adopted sensors raise alarms. To adopt sensors, paste their lines into the configuration:"]
      + ["sensors:", "  use:"]
      + outcome.findings.map { "    \(use($0))  # \($0.sensor.model.name)" } + ["    any: automatic"]
  }

  private static func table(_ outcome: RadioScan.Outcome) -> [String] {
    outcome.findings.map(text) + ["\(outcome.findings.count) sensors among \(outcome.devices) devices"]
  }

  private static func text(_ finding: RadioScan.Finding) -> String {
    let entry = Catalogue.entry(for: finding.sensor.model)
    let signal = finding.rssi.map { "\($0) dBm" } ?? "no signal strength"
    let way = entry.advertisesReadings ? "by advertisement" : "by connection"
    let values =
      finding.measurements.isEmpty
      ? "no measurement. \(entry.adviceWithoutReading.sentence)"
      : EventText.values(of: finding.measurements)
    let age = Int(finding.age.inSeconds) + Int(finding.reading?.ageSeconds ?? 0)
    return "\(finding.sensor.address)  \(finding.sensor.model.name)  \(signal)  \(values)  \(age) s old  \(way)"
  }
}

/// What a running box receives, for `lapwing scan`.
enum HeardSensors {
  static func show(_ status: BoxStatus, asJSON isJSON: Bool) throws(LapwingError) {
    for sensor in status.sensors {
      guard isJSON else {
        try Output.standard.line(text(of: sensor))
        continue
      }
      let line: JSONObject = [
        "address": sensor.identity.address, "name": sensor.reading?.source.model ?? "unknown",
        "rssi": sensor.identity.signal, "silent_s": sensor.identity.silentSeconds,
        "adopted": sensor.identity.isAdopted,
      ]
      try Output.standard.line(line.adding(sensor.reading).text)
    }
    guard !isJSON else { return }
    try Output.standard.line(
      "The running box receives \(status.sensors.count == 1 ? "1 sensor" : "\(status.sensors.count) sensors")")
    if status.sensors.contains(where: { !$0.identity.isAdopted }) {
      try Output.standard.line("Only adopted sensors raise alarms: lapwing sensors adopt ADDRESS")
    }
  }

  private static func text(of sensor: SensorReport) -> String {
    let identity = sensor.identity
    let values = sensor.reading.map { EventText.values(of: $0) } ?? ""
    let parts = [
      identity.address, sensor.reading?.source.model ?? "unknown",
      identity.signal.map { "\($0) dBm" } ?? "no signal strength", values.isEmpty ? "no measurement" : values,
      "\(Int(sensor.ageSeconds)) s old", identity.isAdopted ? "adopted" : "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

/// Asks a running box to adopt the sensor of each kind with the strongest signal, for `lapwing scan --adopt`.
enum StrongestSensors {
  static func adopt(through path: String) throws {
    var client = try ControlClient(path: path)
    let strongest = strongest(of: try client.status().sensors)
    guard !strongest.isEmpty else {
      throw LapwingError(
        .usage, code: "none-heard",
        "the box receives no sensor with a measured signal; wait, or bring one nearer and try again")
    }
    for sensor in strongest {
      let identity = sensor.identity
      let signal = identity.signal.map { "\($0) dBm" } ?? ""
      let text = "\(identity.address)  \(sensor.reading?.source.model ?? "")  \(signal)"
      guard !identity.isAdopted else {
        try Output.standard.line("\(text)  is adopted")
        continue
      }
      do throws(LapwingError) {
        _ = try client.order(.adopt(identity.address))
        try Output.standard.line("\(text)  adopted")
      } catch {
        try Output.standard.line("\(text)  not adopted: \(error.message)")
        throw error
      }
    }
  }

  /// The sensor of each kind with the strongest signal, in the order in which the box lists them.
  private static func strongest(of sensors: [SensorReport]) -> [SensorReport] {
    var best: [String: Int8] = [:]
    for sensor in sensors {
      guard let kind = sensor.identity.kind, let signal = sensor.identity.signal else { continue }
      best[kind] = max(best[kind] ?? signal, signal)
    }
    return sensors.filter { sensor in
      guard let kind = sensor.identity.kind, let signal = sensor.identity.signal, best[kind] == signal else {
        return false
      }
      best[kind] = nil
      return true
    }
  }
}
