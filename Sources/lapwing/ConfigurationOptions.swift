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

  func read() throws(LapwingError) -> Configuration { try Configuration(path: config, profile: profile) }
}
