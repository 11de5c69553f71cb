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
    guard Self.isRegistration(registration) else { return nil }
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

  /// Whether a text can be the registration of a tail, and so the name of its file: anything else, such as a slash, would name
  /// a file elsewhere.
  package static func isRegistration(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 20 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// - Throws: what is wrong with the content of a tail file.
  package static func check(_ content: String, of registration: String, types: [Aircraft]) throws(LapwingError) {
    let file = "\(registration).json"
    guard isRegistration(registration) else {
      throw LapwingError(
        .badData, code: "bad-tail", "\(registration.prefix(40)): a registration has letters, digits and hyphens")
    }
    do throws(DataFileError) {
      let tail = try Tail(bytes: Array(content.utf8), file: file, types: types)
      guard tail.registration == registration else {
        throw DataFileError(
          file: file, line: 1, key: "registration", "is “\(tail.registration)”, but the file has another name")
      }
    } catch { throw LapwingError(error) }
  }

  /// Writes a tail file into the folder that only the box writes. The file that it replaces stays beside it, `….before`.
  /// - Parameter was: the content that was read, in whichever folder; `nil` for no file.
  package func write(
    _ content: String, of registration: String, instead was: String?, types: [Aircraft]
  ) throws(LapwingError) {
    try Self.check(content, of: registration, types: types)
    let paths = folders.map { "\($0)/\(registration).json" }
    var now: String?
    if let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) {
      now = String(decoding: try DataFolder.read(path), as: UTF8.self)
    }
    guard now == was || now == content else {
      throw LapwingError(
        .unavailable, code: "changed-meanwhile", "\(registration).json has changed since it was read")
    }
    let file = StoredFile(path: paths[0], mode: 0o644)
    func fault(_ reason: String) -> LapwingError {
      LapwingError(.inputOutput, code: "no-write", "\(file.path) cannot be written (\(reason))")
    }
    if let before = try file.read() {
      try StoredFile(path: file.path + ".before", mode: 0o644).write(before, fault: fault)
    }
    try file.write(Array(content.utf8), fault: fault)
  }

  private func read(_ path: String, types: [Aircraft]) throws(DataFileError) -> Tail {
    let bytes: [UInt8]
    do throws(LapwingError) { bytes = try DataFolder.read(path) } catch {
      throw DataFileError(file: path, line: 1, "cannot be read: \(error.message)")
    }
    return try Tail(bytes: bytes, file: path, types: types)
  }
}
