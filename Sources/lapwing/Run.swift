import Appliance
import ArgumentParser
import Glibc

/// `lapwing run`
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the appliance.",
    discussion: """
      Shows sensors, alarms, lamps and sounder on the terminal, or as plain lines where the output is none or has no \
      colours. Ends with the recording, Ctrl-C or SIGTERM: then it closes the session and prints its summary. \
      SIGHUP reads the configuration again.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "Play a recording or a timeline instead of listening to a Bluetooth adapter.", completion: .file())
  var replay: String?

  @Option(help: "Play it so many times as fast as it was recorded (0.1 to 1000), or max.")
  var speed = Speed(pace: .times(1))

  func run() throws {
    let configuration = try options.read()
    guard let replay else {
      throw ApplianceError(
        .unavailable, code: "no-adapter",
        "this version listens to no Bluetooth adapter yet; play a recording with --replay FILE")
    }
    let appliance = ApplianceRun(
      configuration: configuration,
      reload: { [options] () throws(ApplianceError) in try options.read() }, replay: replay, pace: speed.pace)
    let isLive = Screen.isUsable
    let outcome = try appliance.run { health -> any OutwardConsumer in
      if isLive { LivePanel(profile: configuration.profile, health: health) } else { PlainLines(health: health) }
    }
    for summary in outcome.summaries where !outcome.isPanelStuck {
      try? Output.standard.write(SummaryText.lines(of: summary, profile: configuration.profile))
    }
    if let remark = outcome.remark { try? Output.error.line("lapwing: \(remark)") }
    if let fault = outcome.fault ?? outcome.logbookFault { throw fault }
  }
}

/// How fast a recording is played, as the command line says it.
struct Speed: ExpressibleByArgument {
  let pace: Pace

  init(pace: Pace) { self.pace = pace }

  init?(argument: String) {
    if argument == "max" {
      pace = .max
    } else if let times = Double(argument), (0.1...1000).contains(times) {
      pace = .times(times)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String { if case .times(let times) = pace { RecordText.number(times) } else { "max" } }
}
