import Appliance
import ArgumentParser
import Readings

struct Balance: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Computes aircraft weight and balance.",
    discussion: """
      The aircraft are built in; own files in \(AircraftLibrary.standardFolder), or where --aircraft-folder says, win \
      over them. Arithmetic is exact and limits are inclusive.
      """,
    subcommands: [
      BalanceList.self, BalanceSources.self, BalanceCheck.self, BalanceCompute.self, BalanceAsk.self, BalanceSolve.self,
    ])
}

/// The option of every verb that needs the aircraft.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of aircraft files.", discussion: "Without it, \(AircraftLibrary.standardFolder) if it is there."),
    completion: .directory)
  var aircraftFolder: String?

  /// The aircraft that there are.
  func library() throws(LapwingError) -> AircraftLibrary { try AircraftLibrary(folder: aircraftFolder) }
}
