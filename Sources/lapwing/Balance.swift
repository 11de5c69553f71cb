import ArgumentParser

/// `lapwing balance`
struct Balance: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Computes weight and balance.", subcommands: [BalanceAsk.self])
}
