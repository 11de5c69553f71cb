import FoundationEssentials
import Readings
import System
import WeightBalance

/// The folders of tail files: one file for each aeroplane, `N12345.json`.
package struct TailFolders: Sendable {
  /// A tail file, and its content or what is wrong with it.
  package struct Entry: Sendable {
    package let path: String
    package let tail: Result<Tail, LapwingError>
  }

  /// The folders of a box. Only the box writes the first one, and a file in it wins over one in the second.
  package static let standardFolders = ["/var/lib/lapwing/settings/tails", "/etc/lapwing/tails"]

  private let folders: [String]

  /// - Parameter folder: the only folder to read; `nil` for those of a box.
  /// - Throws: `noInput` if a named folder does not exist.
  package init(folder: String?) throws(LapwingError) {
    if let folder { _ = try DataFolder.jsonFiles(in: folder) }
    folders = folder.map { [$0] } ?? Self.standardFolders
  }

  /// The tail file of a registration; `nil` if there is none.
  func tail(_ registration: String, types: [Aircraft]) throws(DataFileError) -> Tail? {
    // Anything else, such as a slash, would name a file elsewhere.
    guard registration.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else { return nil }
    for folder in folders {
      let path = "\(folder)/\(registration).json"
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let tail = try read(path, types: types)
      guard tail.registration == registration else {
        throw DataFileError(
          file: path, line: 1, key: "registration",
          "is “\(tail.registration)”, but the file has the name of \(registration); rename the file")
      }
      return tail
    }
    return nil
  }

  /// All tail files, in the order of their names; of two with the same name the one that wins.
  package func entries(types: [Aircraft]) throws(LapwingError) -> [Entry] {
    var seen: Set<String> = []
    var entries: [Entry] = []
    for folder in folders {
      for path in try DataFolder.jsonFilesIfThere(in: folder) {
        guard seen.insert(String(path.dropFirst(folder.count))).inserted else { continue }
        let tail: Result<Tail, LapwingError>
        do throws(DataFileError) { tail = .success(try read(path, types: types)) } catch {
          tail = .failure(LapwingError(error))
        }
        entries.append(Entry(path: path, tail: tail))
      }
    }
    return entries
  }

  private func read(_ path: String, types: [Aircraft]) throws(DataFileError) -> Tail {
    let bytes: [UInt8]
    do throws(LapwingError) { bytes = try DataFolder.read(path) } catch {
      throw DataFileError(file: path, line: 1, "cannot be read: \(error.message)")
    }
    return try Tail(bytes: bytes, file: path, types: types)
  }
}
