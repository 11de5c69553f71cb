import ArgumentParser
import Readings
import Settings
import System

/// `lapwing config`: the group of commands about the configuration.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks, shows and changes the configuration.", subcommands: [Check.self, Show.self, Set.self])

  /// `lapwing config check`: reads a configuration file and reports the first error.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks a configuration file; exits 0 if it can be used, 78 if not.")

    @Argument(help: "The file to check.", completion: .file())
    var file: String

    @Option(
      help: ArgumentHelp(
        "The settings of the box's own, with which it must be good together.",
        discussion: "Default: \(Configuration.ownPath), for \(Configuration.standardPath)."))
    var ownSettings: String?

    func run() throws {
      _ = try Configuration(path: file, profile: nil)
      let own = ownSettings ?? (SystemFiles.isSame(file, Configuration.standardPath) ? Configuration.ownPath : nil)
      do { _ = try Configuration(path: file, own: own) } catch {
        throw LapwingError(
          error.status, code: error.code,
          "\(file): good by itself, but not together with \(own ?? ""): \(error.message)")
      }
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
      let configuration = try options.readAll(), settings = configuration.settings
      // A long value, such as all persons on one line, does not widen the column.
      let width = settings.map { "\($0.key.path): \($0.value)".count }.filter { $0 <= Self.widest }.max() ?? 0
      for setting in settings {
        let text = "\(setting.key.path): \(setting.value)"
        let gap = String(repeating: " ", count: max(0, width - text.count) + 2)
        try Output.standard.line("\(text)\(gap)# \(setting.origin); allowed: \(setting.key.kind.allowed)")
      }
      for list in configuration.shadowed { try Output.standard.line("# \(list.sentence)") }
    }
  }

  /// `lapwing config set`: changes one key in the file.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Sets one key in the configuration file, and keeps all comments.",
      discussion: """
        The file is written only if all of it can be used afterwards. A running box takes the value over when it reads its \
        configuration again (lapwing reload). Keys that hold lists are changed with an editor.
        """)

    @Argument(
      help: "The key, such as alarms.co2-high.limit; lapwing config show lists all.",
      completion: .list(Keys.all.map(\.path)))
    var key: String

    @Argument(help: "The value, such as 2200 or true.")
    var value: String

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
      guard let known = Keys.all.first(where: { $0.path == key }) else {
        throw LapwingError(
          .usage, code: "unknown-key", "there is no key \(key); `lapwing config show` lists all keys with their values")
      }
      let editor = ConfigurationEditor(path: options.config, own: options.own)
      let before = try? options.readAgain()
      do throws(ConfigurationEditor.Fault) {
        let after = try editor.set([(known, value)])
        // What is set here is meant: the next start does not tell of it as a loss.
        LimitsRecord(besideLogbook: after.logbookPath).accept(after, instead: before)
      } catch { throw error.error }
      let when = known.takenOver == .byReload ? "lapwing reload takes it over" : "it counts from the next start"
      try Output.standard.line("\(editor.target(of: [known])): \(key) is \(value) now; \(when)")
    }
  }
}
