import ArgumentParser
import Settings
import System

/// `lapwing config`: the group of commands about the configuration.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks and shows the configuration.", subcommands: [Check.self, Show.self])

  /// `lapwing config check`: reads a configuration file and reports the first error.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks a configuration file; exits 0 if it can be used, 78 if not.")

    @Argument(help: "The file to check.", completion: .file())
    var file: String

    func run() throws {
      _ = try Configuration(path: file, profile: nil)
      try Output.standard.line("\(file): good")
    }
  }

  /// `lapwing config show`: shows each setting with its value and origin.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows the settings in force and where each came from.")

    @OptionGroup var options: ConfigurationOptions

    private static let widest = 60

    func run() throws {
      let settings = try options.read().settings
      // A long value, such as all persons on one line, does not widen the column.
      let width = settings.map { "\($0.key.path): \($0.value)".count }.filter { $0 <= Self.widest }.max() ?? 0
      for setting in settings {
        let text = "\(setting.key.path): \(setting.value)"
        let gap = String(repeating: " ", count: max(0, width - text.count) + 2)
        try Output.standard.line("\(text)\(gap)# \(setting.origin); allowed: \(setting.key.kind.allowed)")
      }
    }
  }
}
