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
      Listens to a Bluetooth adapter for ever, also while there is none: then it raises an alarm and goes on looking. \
      Shows sensors, alarms, lamps and sounder on the terminal, or as plain lines where the output is none or has no \
      colours. Ends with Ctrl-C, SIGTERM or the recording: then it closes the session and prints its summary. \
      SIGHUP reads the configuration again.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "Play a recording or a timeline instead of listening to a Bluetooth adapter.", completion: .file())
  var replay: String?

  @Flag(
    help: ArgumentHelp(
      "No sensor of that file counts as adopted, until it is by the rules of a box.",
      discussion: "Without it, every one does, unless the configuration names some by their addresses (sensors.use)."))
  var strangers = false

  @Option(help: "Play it so many times as fast as it was recorded (0.1 to 1000), or max.")
  var speed = "1"

  @Option(
    help: ArgumentHelp(
      "A folder of weight-and-balance scenarios for button B.",
      discussion: "Without it, \(LoadingFolder.standardFolder) if it is there."),
    completion: .directory)
  var scenarios: String?

  func run() throws {
    guard let pace = Pace(text: speed) else {
      throw ValidationError("--speed is \(speed); allowed is a number from 0.1 to 1000, or max")
    }
    guard !strangers || replay != nil else {
      throw ValidationError("--strangers is for a file (--replay); to a radio every sensor is a stranger at first")
    }
    let pause = RestartPause()
    guard pause?.wait() ?? true else { return }
    let configuration = try options.read()
    let appliance = ApplianceRun(
      configuration: configuration, reload: { [options] () throws(LapwingError) in try options.read() },
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
    if outcome.isPanelStuck { throw ExitCode(SystemExit.inputOutput.rawValue) }  // Saying why would wait for ever too.
    for summary in outcome.summaries {
      try Output.standard.write(SummaryText.lines(of: SessionReport(summary), profile: configuration.profile))
    }
    if let remark = outcome.remark { try Output.error.line("lapwing: \(remark)") }
    if outcome.lostReadings > 0 {
      try Output.error.line("lapwing: \(outcome.lostReadings) readings found no room in the logbook")
    }
    if let fault = outcome.fault ?? outcome.logbookFault { throw fault }
  }
}

extension Pace {
  /// Reads a number of times or `max`; anything else is `nil`.
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
