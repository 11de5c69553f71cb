import ArgumentParser
import Outside
import Settings
import Status
import System

struct OutsideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outside", abstract: "Sends the alarms of a running box to people outside.",
    subcommands: [Start.self, Test.self, Report.self], defaultSubcommand: Start.self)

  /// `lapwing outside run`, which is what `lapwing outside` does.
  struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Follows the box and sends its messages until it is stopped.",
      discussion: """
        Sends by the channels of outside.channels in the configuration. Messages wait in the file outside.queue until \
        the services have taken them, also through restarts of this process and of the box. It ends with Ctrl-C or \
        SIGTERM. The unit lapwing-outside.service runs it.
        """)

    @OptionGroup var options: ConfigurationOptions

    @OptionGroup var scenarios: ScenarioStoreOptions

    @Flag(help: .hidden) var withoutRetries = false
    @Option(help: .hidden) var circleSpeed = 1

    func run() throws {
      try OutsideRun(
        configuration: try options.read(), retries: !withoutRetries, circleSpeed: circleSpeed,
        scenarios: ScenarioFolders(
          scenarios: scenarios.scenarios, aircraft: scenarios.library.aircraftFolder,
          tails: scenarios.library.tailsFolder)
      ).run()
    }
  }

  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Sends a test message by one channel; exits 69 if the service does not take it.")

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The name of the channel in outside.channels.")
    var channel: String

    func run() throws {
      try Output.standard.line(try OutsideTrial(configuration: try options.read()).run(channel: channel))
    }
  }

  struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Shows what waits for each channel, what was sent and what went wrong.")

    @OptionGroup var options: ConfigurationOptions

    @Flag(help: "Write one line of JSON.")
    var json = false

    func run() throws {
      let settings = try options.read()
      let queue = try OutsideQueue(reading: settings[Keys.outsideQueue])
      let plans = settings[Keys.outsideChannels]
      let report = try QueueReport(
        queue, channels: plans.filter { $0.kind != .ping }.map(\.name),
        pings: plans.filter { $0.kind == .ping }.map(\.name) + (settings.mqtt == nil ? [] : ["mqtt"]))
      try Output.standard.line(json ? OrderedJSON.text(of: report) : report.text)
    }
  }
}
