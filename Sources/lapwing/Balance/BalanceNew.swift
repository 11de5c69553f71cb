import AircraftFiles
import ArgumentParser
import Documents
import Glibc
import Readings
import System
import WeightBalance

/// `lapwing balance new`: writes a scenario file to fill in.
struct BalanceNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Writes a commented scenario file to fill in.",
    discussion: "The file names every station, tank, unit and default of the aircraft, and computes as it is.")

  @Argument(
    help: "The id of an aircraft, a file, or the registration of a tail file.", completion: .file(extensions: ["json"]))
  var aircraft: String

  @Option(name: [.short, .long], help: "The file to write. Default: standard output.")
  var output: String?

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let text = try NewScenario.text(of: aircraft, in: try options.library())
    guard let output, output != "-" else { return try Output.standard.write(text) }
    try NewScenario.write(text, to: output, force: force)
  }
}

/// What `balance new` and `scenarios new` share.
enum NewScenario {
  /// The template of an aircraft or a tail.
  static func text(of aircraft: String, in library: AircraftLibrary) throws(LapwingError) -> String {
    if let tail = try library.tail(aircraft), let type = library.aircraft.first(where: { $0.id == tail.aircraft }) {
      return ScenarioTemplate.text(tail.aeroplane(of: type), tail: tail)
    }
    return ScenarioTemplate.text(try library.aircraft(aircraft))
  }

  /// Writes a new file whole or not at all.
  static func write(_ text: String, to path: String, force: Bool) throws(LapwingError) {
    try StoredFile(path: path, mode: 0o644, isShared: true).write(Array(text.utf8), mayReplace: force) { reason in
      let exists = !force && reason == SystemFault.reason(EEXIST)
      let remedy = exists ? "name another file, or replace it with --force" : "name a file that can be written"
      return LapwingError(.inputOutput, code: .writeFailed, "\(path): \(reason); \(remedy)")
    }
  }
}
