import AircraftFiles
import ArgumentParser
import Characters
import Documents
import Glibc
import Readings
import System
import WeightBalance

struct BalanceNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Writes a commented file to fill in: a scenario, or an aeroplane of your own.",
    discussion: """
      A scenario names every station, tank, unit and default of the aircraft, and computes as it is. --handbook writes \
      an aircraft file whose comments say where each number stands in a handbook. --tail writes a file for one \
      aeroplane of a known type, with its weighing.
      """)

  @Argument(
    help: "The id of an aircraft, a file, or the registration of a tail file.", completion: .file(extensions: ["json"]))
  var aircraft: String?

  @Flag(help: "Write an aircraft file to fill in from a handbook, for a type that is not known yet.")
  var handbook = false

  @Option(
    help: ArgumentHelp("Write a tail file for this aeroplane, of the type that is named.", valueName: "registration"))
  var tail: String?

  @Option(name: [.short, .long], help: "The file to write. Default: standard output.")
  var output: String?

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard (aircraft == nil) == handbook, !handbook || tail == nil else {
      throw ValidationError("name an aircraft, with --tail for a tail file, or give --handbook alone")
    }
    if let tail, !TailFolders.isRegistration(tail) {
      throw ValidationError(
        "--tail is \(HiddenCharacter.visible(tail)); a registration has letters, digits and hyphens")
    }
  }

  private func text() throws(LapwingError) -> String {
    guard let aircraft else { return AircraftLibrary.toFillIn }
    let library = try options.library()
    guard let tail else { return try NewScenario.text(of: aircraft, in: library) }
    return TailTemplate.text(tail.uppercased(), of: try library.aircraft(aircraft))
  }

  func run() throws {
    let text = try text()
    guard let output, output != "-" else { return try Output.standard.write(text) }
    try NewScenario.write(text, to: output, force: force)
  }
}

enum NewScenario {
  static func text(of aircraft: String, in library: AircraftLibrary) throws(LapwingError) -> String {
    if let tail = try library.tail(aircraft), let type = library.aircraft.first(where: { $0.id == tail.aircraft }) {
      return ScenarioTemplate.text(tail.aeroplane(of: type), tail: tail)
    }
    return ScenarioTemplate.text(try library.aircraft(aircraft))
  }

  /// Writes a new file whole or not at all.
  static func write(_ text: String, to path: String, force: Bool) throws(LapwingError) {
    try StoredFile(path: path, mode: 0o644, isShared: true).write(Array(text.utf8), mayReplace: force) { reason in
      let exists = !force && reason == String(cString: strerror(EEXIST))
      let remedy = exists ? "name another file, or replace it with --force" : "name a file that can be written"
      return LapwingError(.inputOutput, code: "write-failed", "\(path): \(reason); \(remedy)")
    }
  }
}
