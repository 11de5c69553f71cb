import AircraftFiles
import ArgumentParser
import Circle
import Documents
import Outside
import Readings
import Settings
import Status
import Sync
import System
import Words

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Exchanges the loadings with your other devices.",
    discussion:
      "docs/sync.md says how two changes of the same loading become one. Nothing is lost: what meets becomes a copy.",
    subcommands: [Now.self, List.self, Seen.self], defaultSubcommand: Now.self)

  struct Now: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Exchanges now; exits 75 if something waits.")

    @OptionGroup var options: ConfigurationOptions

    @OptionGroup var scenarios: ScenarioStoreOptions

    @Flag(help: "Ask the server for everything again.")
    var all = false

    @Flag(help: "Write one line of JSON.")
    var json = false

    func run() throws {
      let report = try AccountClient(try options.read()).sync(
        scenarios.scenarios, try scenarios.library.library(), all: all)
      try Output.standard.line(json ? OrderedJSON.text(of: report) : report.text)
      if !report.faults.isEmpty { throw ExitCode(SystemExit.tryAgain.rawValue) }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the records with their identities, the last changed first.")

    @OptionGroup var options: ConfigurationOptions

    @OptionGroup var scenarios: ScenarioStoreOptions

    @Option(help: "Only those of this aircraft.")
    var aircraft: String?

    @Flag(help: "Only those with something to be sent.")
    var dirty = false

    @Flag(help: "Only deleted ones.")
    var deleted = false

    func run() throws {
      let folder = try SyncedFolder(folder: scenarios, words: options.read())
      let records = try folder.update(at: MonotonicClock.unixMilliseconds()).replica.list(
        SyncReplica.Filter(aircraft: aircraft, isDirty: dirty ? true : nil, isDeleted: deleted))
      for record in records {
        let item = record.item
        let line: JSONObject = [
          "id": item.id.text, "file": JSONObject.orNull(record.file), "createdAt": Self.time(item.created),
          "updatedAt": Self.time(item.changed), "deletedAt": JSONObject.orNull(item.deletedAt.map(Self.time)),
          "dirty": record.isDirty, "unseen": record.unseen.sorted(),
        ]
        try Output.standard.line(line.text)
      }
    }

    private static func time(_ milliseconds: Int64) -> String { UnixTime(milliseconds: milliseconds).isoText() }
  }

  struct Seen: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Says that you have looked at what a synchronisation has changed in a loading.")

    @OptionGroup var options: ConfigurationOptions

    @OptionGroup var scenarios: ScenarioStoreOptions

    @Argument(help: "The scenario file.")
    var file: String

    func run() throws {
      let library = try scenarios.library.library()
      try scenarios.store(library).look(at: file)
      _ = try SyncedFolder(folder: scenarios, words: options.read()).update(at: MonotonicClock.unixMilliseconds())
    }
  }
}

extension SyncedFolder {
  init(folder: ScenarioStoreOptions, words settings: Configuration) throws(LapwingError) {
    let language: Language =
      switch settings[Keys.outsideLanguage] {
      case .english: .english
      case .korean: .korean
      }
    self.init(folder: folder.scenarios, library: try folder.library.library(), words: SyncWords.copies(language))
  }
}
