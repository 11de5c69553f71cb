import ArgumentParser
import Glibc
import Readings
import System

/// The entry point of the process.
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

/// The root of the command line: it groups the commands of this folder.
struct Lapwing: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lapwing",
    abstract: "Reads CO2 and heart-rate sensors, raises alarms on lamps and a sounder, and logs sessions.",
    discussion: """
      Exit status: 0 done, 64 usage error, 65 bad data, 66 no input, 69 hardware or service missing, \
      74 input or output failed, 75 try again, 77 not allowed, 78 bad configuration.
      """,
    version: Version.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Run and watch",
        subcommands: [
          Run.self, Status.self, PanelCommand.self, OutsideCommand.self, CircleCommand.self, PeerCommand.self,
        ]),
      CommandGroup(
        name: "Sensors",
        subcommands: [Scan.self, Read.self, Sensors.self, Pair.self, Unpair.self, History.self, Decode.self]),
      CommandGroup(
        name: "Alarms",
        subcommands: [AlarmsCommand.self, Ack.self, Pause.self, Reset.self, StandbyCommand.self, Say.self]),
      CommandGroup(
        name: "Sessions and days",
        subcommands: [
          SessionCommand.self, SessionsCommand.self, PhaseCommand.self, HeartCommand.self, AirCommand.self,
        ]),
      CommandGroup(
        name: "Weight and balance", subcommands: [Balance.self, Scenarios.self, SyncCommand.self, AccountCommand.self]),
      CommandGroup(
        name: "Recordings and tests", subcommands: [Record.self, Replay.self, Simulate.self, Render.self]),
      CommandGroup(
        name: "Box",
        subcommands: [
          Config.self, Reload.self, DoctorCommand.self, SelfTestCommand.self, NetworkCommand.self, UpdateCommand.self,
          PrivacyCommand.self, ForgetCommand.self,
        ]),
    ])
}
