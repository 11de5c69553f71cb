import Alarms
import ArgumentParser
import Readings
import Settings

extension BoxProfile: ExpressibleByArgument {}

/// The options of every command that reads the configuration.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration file.", discussion: "Default: \(Configuration.standardPath), if it exists."))
  var config: String?

  @Option(help: "The profile; it overrides that of the configuration file.")
  var profile: BoxProfile?

  /// The same options for another command.
  var arguments: [String] {
    (config.map { ["--config", $0] } ?? []) + (profile.map { ["--profile", $0.rawValue] } ?? [])
  }

  func read() throws(LapwingError) -> Configuration { try Configuration(path: config, profile: profile) }
}
