import Characters
import FoundationEssentials
import Glibc
import Readings
import System
import WeightBalance

/// The scenario files of a box: their list, and changes that leave comments and layout as they are.
///
/// A deleted scenario keeps its file, marked as deleted, so that it can be restored. Button
/// B goes by the names of the files, which nothing here changes.
package struct ScenarioStore: Sendable {
  package struct Entry: Sendable {
    package let name: String
    package let loading: Result<Loading, LapwingError>
    /// When it was last changed: what the file says, else the time of the file itself.
    package let updatedAt: String
  }

  /// The folder of a box that names none.
  package static let standardFolder = "/etc/lapwing/scenarios"

  private let folder: String
  /// Whether the folder was named, so that a path beside it would contradict it.
  private let isNamed: Bool
  private let library: AircraftLibrary
  private static let byteLimit = 1 << 20

  /// - Parameter folder: where the files are; `nil` for the folder of the box.
  package init(folder: String?, library: AircraftLibrary) {
    self.folder = folder ?? Self.standardFolder
    isNamed = folder != nil
    self.library = library
  }

  /// The path of a file: a path stays as it is, a name is a file of the folder, with or without `.json`. A path is
  /// refused if the folder was named.
  package func path(of name: String) throws(LapwingError) -> String {
    if name.contains("/") {
      guard !isNamed else {
        throw LapwingError(
          .usage, code: "bad-name",
          "“\(HiddenCharacter.visible(name))” is a path, but --scenarios names the folder; give only the file's name, "
            + "or leave --scenarios out")
      }
      return name
    }
    guard !name.isEmpty, !name.hasPrefix(".") else {
      throw LapwingError(
        .usage, code: "bad-name", "“\(HiddenCharacter.visible(name))” is not the name of a scenario file")
    }
    return "\(folder)/\(name)" + (name.hasSuffix(".json") ? "" : ".json")
  }

  /// All files, the newest first; broken ones are last.
  package func entries() throws(LapwingError) -> [Entry] {
    var entries: [Entry] = []
    for path in try DataFolder.jsonFiles(in: folder) {
      let name = String(path.dropFirst(folder.utf8.count + 1))
      let loading: Result<Loading, LapwingError>
      do throws(LapwingError) { loading = .success(try library.scenario(path: path)) } catch {
        loading = .failure(error)
      }
      entries.append(Entry(name: name, loading: loading, updatedAt: Self.updatedAt(loading, path)))
    }
    return entries.sorted { a, b in
      switch (a.loading, b.loading) {
      case (.success, .failure): true
      case (.failure, .success): false
      default: a.updatedAt == b.updatedAt ? a.name < b.name : a.updatedAt > b.updatedAt
      }
    }
  }

  private static func updatedAt(_ loading: Result<Loading, LapwingError>, _ path: String) -> String {
    if case .success(let loading) = loading, loading.updatedAt != Loading.unknownTime { return loading.updatedAt }
    var status = stat()
    guard stat(path, &status) == 0 else { return Loading.unknownTime }
    return UTCTime.text(unixSeconds: Int64(status.st_mtim.tv_sec))
  }

  package func entry(_ name: String) throws(LapwingError) -> Entry {
    let path = try path(of: name)
    let loading: Result<Loading, LapwingError> = .success(try library.scenario(path: path))
    return Entry(name: name, loading: loading, updatedAt: Self.updatedAt(loading, path))
  }

  /// Saves a scenario: takes new content, a new name or new notes, and stamps the time.
  /// - Parameters:
  ///   - content: the new content; `nil` to keep that of the file.
  ///   - now: the time, such as `2026-11-22T10:00:00Z`.
  package func save(
    _ name: String, content: [UInt8]? = nil, newName: String? = nil, notes: String? = nil, now: String
  ) throws(LapwingError) {
    let path = try path(of: name)
    try alone(path) { () throws(LapwingError) in
      try save(to: path, name, content: content, newName: newName, notes: notes, now: now)
    }
  }

  /// Does something to a file while no synchronisation writes in its folder.
  private func alone<Value>(_ path: String, _ body: () throws(LapwingError) -> Value) throws(LapwingError) -> Value {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return try FolderLock.hold(folder) { obstacle in
      LapwingError(
        obstacle.isHeld ? .tryAgain : .inputOutput, code: obstacle.isHeld ? "busy" : "write-failed",
        "\(path): \(obstacle.reason); nothing was changed")
    } _: { () throws(LapwingError) in
      try body()
    }
  }

  private func save(
    to path: String, _ name: String, content: [UInt8]?, newName: String?, notes: String?, now: String
  ) throws(LapwingError) {
    guard !Self.isDeleted(path) else {
      throw LapwingError(
        .badData, code: "deleted-scenario",
        "\(path): it is deleted; restore it first: lapwing scenarios restore \(HiddenCharacter.visible(name))")
    }
    var bytes: [UInt8]
    if let content { bytes = content } else { bytes = try DataFolder.read(path) }
    let old = try? library.scenario(path: path)
    let new = try library.scenario(bytes, file: path)
    var changes: [(key: String, value: String)] = []
    if let newName { changes.append(("name", JSONEdit.quoted(newName))) }
    if let notes { changes.append(("notes", JSONEdit.quoted(notes))) }
    if new.createdAt == Loading.unknownTime {
      let created = old?.createdAt == Loading.unknownTime ? nil : old?.createdAt
      changes.append(("createdAt", JSONEdit.quoted(created ?? now)))
    }
    changes += [("updatedAt", JSONEdit.quoted(now)), ("dirty", "true")]
    bytes = try edited(bytes, changes, path)
    // Who saves it has looked at it.
    do { bytes = try JSONEdit.removing(LoadingFields.mark, in: bytes, file: path) } catch { throw LapwingError(error) }
    _ = try library.scenario(bytes, file: path)
    try write(bytes, to: path)
  }

  /// Takes away what says that another device has changed it.
  package func look(at name: String) throws(LapwingError) {
    let path = try path(of: name)
    try alone(path) { () throws(LapwingError) in
      let bytes = try DataFolder.read(path), seen: [UInt8]
      do throws(DataFileError) { seen = try JSONEdit.removing(LoadingFields.mark, in: bytes, file: path) } catch {
        throw LapwingError(error)
      }
      if seen != bytes { try write(seen, to: path) }
    }
  }

  /// Marks a scenario as deleted.
  /// - Returns: whether it was not deleted before.
  package func delete(_ name: String, now: String) throws(LapwingError) -> Bool {
    try mark(name, deletedAt: JSONEdit.quoted(now), now: now)
  }

  /// Removes the mark of a deletion.
  /// - Returns: whether it was deleted before.
  package func restore(_ name: String, now: String) throws(LapwingError) -> Bool {
    try mark(name, deletedAt: "null", now: now)
  }

  /// Works on a file with a mistake too, so that it can be put away.
  private func mark(_ name: String, deletedAt: String, now: String) throws(LapwingError) -> Bool {
    let path = try path(of: name)
    return try alone(path) { () throws(LapwingError) in try mark(path, deletedAt: deletedAt, now) }
  }

  private func mark(_ path: String, deletedAt: String, _ now: String) throws(LapwingError) -> Bool {
    let bytes = try DataFolder.read(path)
    let node: JSONNode
    do { node = try JSONNode.parse(bytes: bytes, file: path) } catch { throw LapwingError(error) }
    guard Self.isDeleted(node) == (deletedAt == "null") else { return false }
    let changes = [("deletedAt", deletedAt), ("updatedAt", JSONEdit.quoted(now)), ("dirty", "true")]
    try write(try edited(bytes, changes, path), to: path)
    return true
  }

  /// Whether a file is marked as deleted; one that is missing or cannot be read is not.
  private static func isDeleted(_ path: String) -> Bool {
    guard let bytes = try? DataFolder.read(path), let node = try? JSONNode.parse(bytes: bytes, file: path) else {
      return false
    }
    return isDeleted(node)
  }

  private static func isDeleted(_ node: JSONNode) -> Bool {
    if case .string? = node["deletedAt"]?.kind { true } else { false }
  }

  private func edited(
    _ bytes: [UInt8], _ changes: [(key: String, value: String)], _ path: String
  ) throws(LapwingError) -> [UInt8] {
    var bytes = bytes
    do throws(DataFileError) {
      for (key, value) in changes { bytes = try JSONEdit.setting(key, to: value, in: bytes, file: path) }
    } catch {
      throw LapwingError(error)
    }
    return bytes
  }

  private func write(_ bytes: [UInt8], to path: String) throws(LapwingError) {
    guard bytes.count <= Self.byteLimit else {
      throw LapwingError(.badData, code: "too-long", "\(path): the scenario has more than 1 MB; shorten it")
    }
    try StoredFile(path: path, mode: 0o644, isShared: true).write(bytes) { reason in
      LapwingError(.inputOutput, code: "write-failed", "\(path): \(reason); nothing was changed")
    }
  }
}
