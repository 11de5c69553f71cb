import ArgumentParser
import Sessions

struct AirCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "air", abstract: "Shows the air of the past by day, and fine particles outdoors.",
    subcommands: [
      AirTrends.self, AirNow.self, AirStations.self, AirHistory.self, AirSources.self, AirCheck.self,
    ],
    defaultSubcommand: AirTrends.self)
}

struct AirTrends: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trends", abstract: "Shows each day's CO2, temperature, humidity, particles and other air values.",
    discussion: """
      A value holds until the next one, at most 15 minutes; what is longer is no data. Sensors are kept apart.
      """)

  @OptionGroup var options: TrendOptions

  func run() throws {
    try options.run(.air, nothing: "No air values were logged on these days.")
  }
}
