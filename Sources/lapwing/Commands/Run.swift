import AircraftFiles
import Appliance
import ArgumentParser
import Glibc
import Readings
import Settings
import Status
import System

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the appliance.",
    discussion: """
      Receives from a Bluetooth adapter until it is stopped. If there is no adapter, it raises an alarm and keeps \
      looking for one. It shows sensors, alarms, lamps and sounder on the terminal, or as plain lines if the output is \
      not a terminal or has no colours. It ends with Ctrl-C, SIGTERM or the end of the recording, and then closes the \
      session and prints its summary. SIGHUP makes it read the configuration again.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "Play a recording or a timeline instead of using a Bluetooth adapter.", completion: .file())
  var replay: String?

  @Flag(
    help: ArgumentHelp(
      "Do not treat the sensors of the file as adopted; the rules of a box decide.",
      discussion: "Default: every sensor is adopted, unless sensors.use in the configuration has addresses."))
  var strangers = false

  @Option(help: "Play it this many times as fast as it was recorded (0.1 to 1000), or max.")
  var speed = "1"

  @Option(
    help: ArgumentHelp(
      "A folder of weight-and-balance scenarios for button B.",
      discussion: "Default: \(ScenarioStore.standardFolder), if it exists."),
    completion: .directory)
  var scenarios: String?

  func run() throws {
    guard let pace = Pace(text: speed) else {
      throw ValidationError("--speed is \(speed); write a number from 0.1 to 1000, or max")
    }
    guard !strangers || replay != nil else {
      throw ValidationError("--strangers needs --replay; with a Bluetooth adapter every sensor is a stranger at first")
    }
    let pause = RestartPause()
    guard pause?.wait() ?? true else { return }
    let configuration = try options.read()
    let appliance = ApplianceRun(
      configuration: configuration, reload: { [options] () throws(LapwingError) in try options.readAll() },
      writer: options.writer(.ofRun(path: options.config, own: options.own)),
      replay: replay.map { ($0, pace) }, hasStrangers: strangers, scenarios: LoadingFolder(folder: scenarios))
    let isLive = Screen.isUsable
    let outcome = try appliance.run { settings, health -> any OutputConsumer in
      if let journal = JournalLines.journal {
        return JournalLines(journal: journal, settings: settings, health: health)
      }
      return isLive
        ? LivePanel(settings: settings, health: health) : PlainLines(settings: settings, health: health)
    }
    if outcome.fault == nil { pause?.forget() }
    if outcome.isPanelStuck { throw ExitCode(SystemExit.inputOutput.rawValue) }  // A message would block too.
    for summary in outcome.summaries {
      try Output.standard.write(SummaryText.lines(of: SessionReport(summary), profile: configuration.profile))
    }
    if let remark = outcome.remark { try Output.error.line("lapwing: \(remark)") }
    if outcome.lostReadings > 0 {
      try Output.error.line(
        "lapwing: \(outcome.lostReadings) readings were lost because the logbook could not take them")
    }
    if let fault = outcome.fault ?? outcome.logbookFault { throw fault }
  }
}

extension Pace {
  /// Reads a factor or `max`; returns `nil` for anything else.
  init?(text: String) {
    if text == "max" {
      self = .max
    } else if text.allSatisfy({ $0.isNumber || $0 == "." }), let times = Double(text), (0.1...1000).contains(times) {
      self = .times(times)
    } else {
      return nil
    }
  }
}
