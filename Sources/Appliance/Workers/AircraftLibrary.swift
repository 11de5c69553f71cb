import FoundationEssentials
import Readings
import ShippedAircraft
import System
import WeightBalance

/// The aircraft that scenarios can name: those inside the binary, and those of a folder, which win over them.
package struct AircraftLibrary: Sendable {
  /// An aircraft and where it was read.
  package struct Entry: Sendable {
    package let aircraft: Aircraft
    /// The file, or `built in`.
    package let origin: String
  }

  /// The folder that is read where none is named and it is there.
  package static let standardFolder = "/etc/lapwing/aircraft"
  /// The origin of what is inside the binary.
  package static let builtIn = "built in"

  /// All of them, in the order of their ids.
  package let entries: [Entry]

  /// Reads the aircraft.
  /// - Parameter folder: files `*.json` besides those inside the binary; `nil` for ``standardFolder`` where that is there.
  /// - Throws: `noInput` where a named folder is not there, `badData` for a file that is wrong: an aircraft that is left
  ///   out in silence would let another one of the same name stand in for it.
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

  /// The aircraft themselves.
  package var aircraft: [Aircraft] { entries.map(\.aircraft) }

  /// The aircraft of an id, or of a file where the text names one.
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
  /// - Parameter type: an aircraft from elsewhere that counts too.
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

  /// Checks an aircraft or a scenario file.
  /// - Returns: what it is.
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
  /// A data file is wrong.
  package init(_ error: DataFileError) { self.init(.badData, code: "bad-data-file", error.message) }
}

/// Folders of data files.
enum DataFolder {
  /// The files `*.json` of a folder, in the order of their names.
  static func jsonFiles(in folder: String) throws(LapwingError) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw LapwingError(.noInput, code: "no-folder", "\(folder): there is no such folder, or it cannot be read")
    }
    // A name that begins with a dot is what an editor or a copy in progress leaves.
    let files = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(folder)/\($0)" }
  }

  /// The same, and none where there is no such folder.
  static func jsonFilesIfThere(in folder: String) throws(LapwingError) -> [String] {
    FileManager.default.fileExists(atPath: folder) ? try jsonFiles(in: folder) : []
  }

  /// Reads a data file, which is never large.
  static func read(_ path: String) throws(LapwingError) -> [UInt8] {
    try FileBytes.read(path, mayWait: false, longest: 1 << 20)
  }
}
