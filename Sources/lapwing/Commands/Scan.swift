import ArgumentParser
import Engine
import Monitor
import Radio
import Readings
import SensorProtocols
import Settings
import Status
import System

/// `lapwing scan`: lists the sensors in range.
struct Scan: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the sensors in range.",
    discussion: """
      On a terminal, the list is shown from the beginning and updated. The scan connects to sensors that send nothing \
      otherwise. Ctrl-C ends it early. For each sensor, the list has a configuration line that adopts it (sensors.use). A \
      running box uses the adapter and hears all the time: its own list is shown, at once. With --adopt it adopts the \
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
