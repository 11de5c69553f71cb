import FoundationEssentials
import Readings
import System
import WeightBalance

extension LapwingError {
  package init(_ error: DataFileError) { self.init(.badData, code: "bad-data-file", error.message) }
}

/// Reads folders of data files. A name that begins with a dot is ignored.
package enum DataFolder {
  package static func jsonFiles(in folder: String) throws(LapwingError) -> [String] {
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
  package static func jsonFilesIfThere(in folder: String) throws(LapwingError) -> [String] {
    FileManager.default.fileExists(atPath: folder) ? try jsonFiles(in: folder) : []
  }

  package static func read(_ path: String) throws(LapwingError) -> [UInt8] {
    try FileBytes.read(path, mayWait: false, longest: 1 << 20)
  }

  package static func readStandardInput() throws(LapwingError) -> [UInt8] {
    try FileBytes.read("/dev/stdin", mayWait: true, longest: 1 << 20)
  }
}
