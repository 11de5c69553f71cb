import Alarms
import ArgumentParser
import Readings
import Settings

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
