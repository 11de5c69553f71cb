import AircraftFiles
import ArgumentParser
import Characters
import Documents
import Readings
import Status
import System
import WeightBalance

struct Scenarios: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenarios", abstract: "Lists, shows, writes, deletes and restores the scenario files of the box.",
    discussion: """
      A scenario is named by its file, with or without .json. Deleting only marks the file, so that it can be restored. \
      The order of button B is that of the names of the files.
      """,
    subcommands: [
      ScenariosList.self, ScenariosShow.self, ScenariosNew.self, ScenariosSave.self, ScenariosDelete.self,
      ScenariosRestore.self,
    ], defaultSubcommand: ScenariosList.self)
}

/// The options of every command on scenario files.
struct ScenarioStoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder of scenario files.", discussion: "Default: \(ScenarioStore.standardFolder)."),
    completion: .directory)
  var scenarios: String?

  @OptionGroup var library: LibraryOptions

  func store() throws(LapwingError) -> ScenarioStore { store(try library.library()) }

  func store(_ library: AircraftLibrary) -> ScenarioStore { ScenarioStore(folder: scenarios, library: library) }
}

struct ScenariosList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the scenarios, the last changed first.")

  @Option(help: "Only scenarios of this aircraft.")
  var aircraft: String?

  @Flag(help: "Only deleted scenarios.")
  var deleted = false

  @Flag(help: "Write one JSON object per line.")
  var json = false

  @OptionGroup var options: ScenarioStoreOptions

  func run() throws {
    let library = try options.library.library()
    // A slip in the name would look like an empty folder.
    if let aircraft { _ = try library.aircraft(aircraft) }
    for entry in try options.store(library).entries() {
      switch entry.loading {
      case .success(let loading):
        guard (loading.deletedAt != nil) == deleted, aircraft == nil || aircraft == loading.aircraft else { continue }
        let lines =
          json ? [Self.json(entry.name, loading, entry.updatedAt).text] : Self.lines(entry, loading)
        for line in lines { try Output.standard.line(line) }
      case .failure(let error):
        // A broken file is shown with every list, so that a person repairs it.
        guard json else {
          try Output.error.line("lapwing: \(error.message)")
          continue
        }
        try Output.standard.line((["file": entry.name, "error": error.message] as JSONObject).text)
      }
    }
  }

  /// One line if it fits into the width of a terminal.
  private static func lines(_ entry: ScenarioStore.Entry, _ loading: Loading) -> [String] {
    let aeroplane = loading.tail.map { "\($0) (\(loading.aircraft))" } ?? loading.aircraft
    let state = loading.deletedAt.map { ["deleted \($0)"] } ?? []
    return ShownText.parts([entry.name, entry.updatedAt, aeroplane, loading.name] + state)
  }

  static func json(_ file: String, _ loading: Loading, _ updatedAt: String) -> JSONObject {
    let createdAt = loading.createdAt == Loading.unknownTime ? nil : loading.createdAt
    return [
      "file": file, "id": loading.id, "name": loading.name, "aircraftId": loading.aircraft, "tail": loading.tail,
      "notes": loading.notes, "createdAt": JSONObject.orNull(createdAt),
      "updatedAt": updatedAt, "deletedAt": JSONObject.orNull(loading.deletedAt), "dirty": loading.isDirty,
    ]
  }
}

struct ScenariosShow: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one scenario.")

  @Argument(help: "The scenario file.")
  var file: String

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup var options: ScenarioStoreOptions

  func run() throws {
    let store = try options.store()
    let entry = try store.entry(file), loading = try entry.loading.get()
    guard !json else { return try Output.standard.line(ScenariosList.json(file, loading, entry.updatedAt).text) }
    var lines = ["\(loading.name)", "  file      \(try store.path(of: file))", "  aircraft  \(loading.aircraft)"]
    if let tail = loading.tail { lines.append("  tail      \(tail)") }
    if let category = loading.category { lines.append("  category  \(category)") }
    if let empty = loading.empty {
      let arm = empty.arm.text(in: .inches, places: 2)
      lines.append("  empty     \(empty.weight.text(in: .pounds, places: 2)) lb at \(arm) in")
    }
    for load in loading.stationLoads {
      let arm = load.arm.map { " at \($0.text(in: .inches, places: 2)) in" } ?? ""
      let name = load.name.map { " (\($0))" } ?? ""
      lines.append("  load      \(load.station) \(load.weight.text(in: .pounds, places: 2)) lb\(arm)\(name)")
    }
    for load in loading.fuelLoads {
      lines.append("  fuel      \(load.tank) \(load.volume.text(in: .usGallons, places: 2)) gal")
    }
    if loading.hasTripFuel { lines.append("  trip      \(loading.tripFuel.text(in: .usGallons, places: 2)) gal") }
    if loading.createdAt != Loading.unknownTime { lines.append("  created   \(loading.createdAt)") }
    lines.append("  changed   \(entry.updatedAt)")
    if let deleted = loading.deletedAt { lines.append("  deleted   \(deleted)") }
    if !loading.notes.isEmpty { lines.append(loading.notes) }
    let shown = lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }.map {
      HiddenCharacter.visible(String($0))
    }
    try Output.standard.write(shown.joined(separator: "\n") + "\n")
  }
}

struct ScenariosNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Writes a commented scenario file to fill in.")

  @Argument(help: "The id of an aircraft, a file, or the registration of a tail file.")
  var aircraft: String

  @Option(name: [.short, .long], help: "The name of the new scenario file.")
  var output: String

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @OptionGroup var options: ScenarioStoreOptions

  func run() throws {
    let text = try NewScenario.text(of: aircraft, in: try options.library.library())
    let store = try options.store()
    try NewScenario.write(text, to: try store.path(of: output), force: force)
  }
}

struct ScenariosSave: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Changes a scenario, or stores a new one, and stamps the time.",
    discussion: "Comments stay. If anything is wrong with the result, the file stays as it was.")

  @Argument(help: "The scenario file.")
  var file: String

  @Option(help: "A new name.")
  var name: String?

  @Option(help: "New notes.")
  var notes: String?

  @Option(help: "A file with the new content; - is standard input.", completion: .file(extensions: ["json"]))
  var from: String?

  @OptionGroup var options: ScenarioStoreOptions

  func run() throws {
    var content: [UInt8]?
    if let from { content = try AircraftLibrary.bytes(ofScenario: from) }
    try options.store().save(file, content: content, newName: name, notes: notes, now: UTCTime.now)
  }
}

struct ScenariosDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Marks a scenario as deleted; its file stays.")

  @Argument(help: "The scenario file.")
  var file: String

  @OptionGroup var options: ScenarioStoreOptions

  func run() throws {
    if try !options.store().delete(file, now: UTCTime.now) {
      try Output.error.line("lapwing: \(file): is deleted already")
    }
  }
}

struct ScenariosRestore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restores a deleted scenario.")

  @Argument(help: "The scenario file.")
  var file: String

  @OptionGroup var options: ScenarioStoreOptions

  func run() throws {
    if try !options.store().restore(file, now: UTCTime.now) {
      try Output.error.line("lapwing: \(file): is not deleted")
    }
  }
}
