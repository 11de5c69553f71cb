import ArgumentParser
import Control
import Outside
import Readings
import Settings
import System

struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks, shows and changes the configuration.", subcommands: [Check.self, Show.self, Set.self])

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
      let configuration: Configuration
      do { configuration = try Configuration(path: file, own: own) } catch {
        throw LapwingError(
          error.status, code: error.code,
          "\(file): good by itself, but not together with \(own ?? ""): \(error.message)")
      }
      try Output.standard.line("\(file): good")
      for fault in OutsideCheck(configuration).faults { try Output.standard.line("\(file): lapwing outside: \(fault)") }
    }
  }

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

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Sets one key in the configuration file, and keeps all comments.",
      discussion: """
        The file is written only if all of it can be used afterwards. A running box writes it itself, and goes by the value \
        from then on; a value that changes at the same moment is refused. Keys that hold lists are changed with an editor.
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
      let before = try? options.readAgain()
      let was = before?.settings.first { $0.key.path == key }.map { "\($0.value)" }
      let order = SettingsOrder(
        options.writer(ConfigurationEditor(path: options.config, own: options.own)), profile: options.profile)
      let report: SettingsReport
      do throws(ConfigurationEditor.Fault) {
        report = try order.give(
          SettingsChange(values: [SettingsChange.Value(key, value, was: was)]),
          to: before?.controlSocket ?? Keys.controlSocket.standard)
      } catch { throw error.error }
      let when =
        switch (known.takenOver, report.unused) {
        case (.atNextStart, _): "it counts from the next start"
        case (.byReload, nil): "the box goes by it"
        case (.byReload, _?): "lapwing reload takes it over"
        }
      try Output.standard.line("\(report.file ?? ""): \(key) is \(value) now; \(when)")
      if report.isOfBox, let unused = report.unused { try Output.error.line("lapwing: \(unused.message)") }
      for notice in report.notices { try Output.standard.line(notice.sentence) }
    }
  }
}
