import Alarms
import ArgumentParser
import Glibc
import Readings
import Settings
import System

/// The process begins here.
@main
enum Main {
  static func main() {
    ProcessStart.prepare()
    do {
      var command = try Lapwing.parseAsRoot()
      try command.run()
    } catch let error as LapwingError {
      try? Output.error.line("lapwing: \(error.message)")
      exit(error.status.rawValue)
    } catch {
      Lapwing.exit(withError: error)
    }
  }
}

/// The command line.
struct Lapwing: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lapwing",
    abstract: "Reads CO2 and heart-rate sensors, raises alarms on lamps and a sounder, and logs sessions.",
    discussion: """
      Exit status: 0 done, 64 wrong use, 65 bad data, 66 no input, 69 hardware or service missing, \
      74 input or output failed, 77 not allowed, 78 bad configuration.
      """,
    version: Version.text,
    subcommands: [
      Run.self, Scan.self, Read.self, Pair.self, Unpair.self, History.self, Record.self, Replay.self, Decode.self,
      Sensors.self,
      Config.self, Status.self, Ack.self, Pause.self,
      PhaseCommand.self, StandbyCommand.self, SelfTestCommand.self, DoctorCommand.self,
      SessionCommand.self, Reload.self, Reset.self, AlarmsCommand.self, Balance.self, Render.self, Simulate.self,
    ])
}

extension BoxProfile: ExpressibleByArgument {}

/// The options of every command that reads the configuration.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration file.", discussion: "Without it, \(Configuration.standardPath) if it is there."))
  var config: String?

  @Option(help: "The profile, over the one of the configuration file.")
  var profile: BoxProfile?

  /// The settings in force.
  func read() throws(LapwingError) -> Configuration { try Configuration(path: config, profile: profile) }
}
