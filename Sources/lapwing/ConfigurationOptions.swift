import AircraftFiles
import Alarms
import ArgumentParser
import Control
import Readings
import Settings
import System

extension BoxProfile: ExpressibleByArgument {}

/// The options of every command that reads the configuration.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration file.", discussion: "Default: \(Configuration.standardPath), if it exists."))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The settings that the page has changed, which win key by key.",
      discussion: "Default: \(Configuration.ownPath), if no file is named with --config."))
  var ownSettings: String?

  @Option(help: "The profile; it overrides that of the configuration file.")
  var profile: BoxProfile?

  /// The same options for another command.
  var arguments: [String] {
    (config.map { ["--config", $0] } ?? []) + (ownSettings.map { ["--own-settings", $0] } ?? [])
      + (profile.map { ["--profile", $0.rawValue] } ?? [])
  }

  /// The file that wins key by key.
  var own: String? { ownSettings ?? (config == nil ? Configuration.ownPath : nil) }

  /// The settings in force. A file that cannot be used must not keep the box from starting, nor a command from reaching it:
  /// that is said, and its last good copy counts.
  func read() throws(LapwingError) -> Configuration {
    let configuration = try readAgain()
    for fault in configuration.fileFaults { try? Output.error.line("lapwing: \(fault.message)") }
    return configuration
  }

  /// The same, for a process that has said it already.
  func readAgain() throws(LapwingError) -> Configuration {
    try Configuration.atStart(path: config, own: own, profile: profile)
  }

  /// Writes these files, and the tails of the box.
  func writer(_ editor: ConfigurationEditor) -> SettingsWriter {
    SettingsWriter(editor) { tails throws(LapwingError) in
      let library = try AircraftLibrary()
      for tail in tails {
        try library.tails.write(
          tail.content, of: tail.registration, instead: tail.was, types: library.aircraft)
      }
    }
  }

  /// All files, or an error: for what changes settings, or takes them over.
  func readAll() throws(LapwingError) -> Configuration {
    try Configuration(path: config, own: own, profile: profile)
  }
}
