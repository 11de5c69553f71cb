import FoundationEssentials
import Readings
import ShippedAircraft
import System
import WeightBalance

/// The aircraft that scenarios can name: those in the binary and those of a folder. An aircraft of the folder replaces
/// one of the same id in the binary.
package struct AircraftLibrary: Sendable {
  /// An aircraft and its origin.
  package struct Entry: Sendable {
    package let aircraft: Aircraft
    /// The file, or `built in`.
    package let origin: String
  }

  /// The folder that is read if no folder is named and this one exists.
  package static let standardFolder = "/etc/lapwing/aircraft"
  /// The origin of an aircraft in the binary.
  package static let builtIn = "built in"

  /// All aircraft, ordered by id.
  package let entries: [Entry]

  /// Reads the aircraft.
  /// - Parameter folder: a folder with files `*.json`; `nil` for ``standardFolder`` if that exists.
  /// - Throws: `noInput` if a named folder does not exist, `badData` if a file is wrong. A wrong file is never skipped,
  ///   because another aircraft of the same name would then replace it unnoticed.
  package init(folder: String? = nil) throws(LapwingError) {
    var entries: [String: Entry] = [:]
    for file in ShippedAircraft.files {
      let aircraft = try Self.aircraft(file.bytes, path: file.name)
      entries[aircraft.id] = Entry(aircraft: aircraft, origin: Self.builtIn)
    }
    let paths =
      if let folder { try DataFolder.jsonFiles(in: folder) } else {
        try DataFolder.jsonFilesIfThere(in: Self.standardFolder)
      }
    var own: [String: Entry] = [:]
    for path in paths {
      let aircraft = try Self.aircraft(try DataFolder.read(path), path: path)
      if let other = own[aircraft.id] {
        throw LapwingError(
          .badData, code: "two-aircraft", "\(path): \(other.origin) has the id \(aircraft.id) too; keep one")
      }
      own[aircraft.id] = Entry(aircraft: aircraft, origin: path)
    }
    self.entries = entries.merging(own) { $1 }.values.sorted { $0.aircraft.id < $1.aircraft.id }
  }

  package var aircraft: [Aircraft] { entries.map(\.aircraft) }

  /// Finds an aircraft by id, or reads the file that the text names.
  package func aircraft(_ idOrFile: String) throws(LapwingError) -> Aircraft {
    if let entry = entries.first(where: { $0.aircraft.id == idOrFile }) { return entry.aircraft }
    guard idOrFile.contains("/") || idOrFile.hasSuffix(".json") else {
      throw LapwingError(
        .noInput, code: "no-aircraft",
        "there is no aircraft \(idOrFile); there are \(aircraft.map(\.id).joined(separator: ", ")), or name a file")
    }
    return try Self.aircraft(try DataFolder.read(idOrFile), path: idOrFile)
  }

  /// Reads a scenario, which must fit one of the aircraft.
  /// - Parameter type: an additional aircraft.
  package func scenario(path: String, besides type: Aircraft? = nil) throws(LapwingError) -> Loading {
    let types = aircraft.filter { $0.id != type?.id } + (type.map { [$0] } ?? [])
    do {
      return try Loading(bytes: try DataFolder.read(path), file: path, types: types)
    } catch let error as DataFileError {
      throw LapwingError(error)
    } catch let error as LapwingError {
      throw error
    } catch {
      throw LapwingError(.badData, code: "bad-data-file", "\(path): cannot be used")
    }
  }

  /// Checks the file of an aircraft or a scenario.
  /// - Returns: a description of the content.
  package func check(path: String) throws(LapwingError) -> String {
    let bytes = try DataFolder.read(path)
    do {
      if Loading.isScenario(try JSONNode.parse(bytes: bytes, file: path)) {
        return "scenario “\(try Loading(bytes: bytes, file: path, types: aircraft).name)”"
      }
    } catch {
      throw LapwingError(error)
    }
    return "aircraft “\(try Self.aircraft(bytes, path: path).name)”"
  }

  private static func aircraft(_ bytes: [UInt8], path: String) throws(LapwingError) -> Aircraft {
    do {
      return try Aircraft(bytes: bytes, file: path)
    } catch {
      throw LapwingError(error)
    }
  }
}

extension LapwingError {
  /// The error for a wrong data file.
  package init(_ error: DataFileError) { self.init(.badData, code: "bad-data-file", error.message) }
}

/// Reads folders of data files. A name that begins with a dot is ignored.
enum DataFolder {
  /// The files `*.json` of a folder, ordered by name.
  static func jsonFiles(in folder: String) throws(LapwingError) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw LapwingError(.noInput, code: "no-folder", "\(folder): there is no such folder, or it cannot be read")
    }
    // Editors and unfinished copies leave names that begin with a dot.
    let files = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(folder)/\($0)" }
  }

  /// The same, or an empty list if the folder does not exist.
  static func jsonFilesIfThere(in folder: String) throws(LapwingError) -> [String] {
    FileManager.default.fileExists(atPath: folder) ? try jsonFiles(in: folder) : []
  }

  /// Reads a data file, which is never large.
  static func read(_ path: String) throws(LapwingError) -> [UInt8] {
    try FileBytes.read(path, mayWait: false, longest: 1 << 20)
  }
}
