import ArgumentParser

/// `lapwing heart`: the group of commands about heart rates of the past.
struct HeartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heart",
    abstract: "Shows heart rates of the past by day, writes a report of them, and suggests limits.",
    subcommands: [HeartTrends.self, HeartReport.self, HeartSuggest.self],
    defaultSubcommand: HeartTrends.self)
}
