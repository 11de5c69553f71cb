import Appliance
import ArgumentParser

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
