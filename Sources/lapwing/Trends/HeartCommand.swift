import ArgumentParser

/// `lapwing heart`: the group of commands about heart rates of the past.
struct HeartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heart", abstract: "Shows heart rates of the past by day, and writes a report of them.",
    subcommands: [HeartTrends.self, HeartReport.self],
    defaultSubcommand: HeartTrends.self)
}
