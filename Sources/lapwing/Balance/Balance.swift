import AircraftFiles
import ArgumentParser

struct Balance: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Computes aircraft weight and balance.",
    discussion: """
      The aircraft are built in. Files of your own in \(AircraftLibrary.standardFolder), or in the folder given by \
      --aircraft-folder, replace them. Aeroplanes of your own have a tail file each. Decimals are read to nine places; all arithmetic with \
      them is exact, and limits are inclusive.
      """,
    subcommands: [
      BalanceNew.self, BalanceCompute.self, BalanceSolve.self, BalanceList.self, BalanceSources.self,
      BalanceCheck.self, BalanceAsk.self,
    ])
}
