import FoundationEssentials
import Readings
import Sync
import System
import WeightBalance

/// The scenario files of a folder as records, and the file beside them that has their identities and the edits of their values.
package struct SyncedFolder: Sendable {
  package let folder: String
  private let library: AircraftLibrary
  package let words: CopyWords

  private static let name = ".sync.json"

  /// The file beside the loadings, with their edits.
  package static func file(in folder: String?) -> String { "\(folder ?? ScenarioStore.standardFolder)/\(name)" }
  /// In bytes; a record has 2 kB or so.
  private static let longest = 8 << 20

  package init(folder: String?, library: AircraftLibrary, words: CopyWords) {
    (self.folder, self.library, self.words) = (folder ?? ScenarioStore.standardFolder, library, words)
  }

  private var file: StoredFile { StoredFile(path: "\(folder)/\(Self.name)", mode: 0o644, isShared: true) }

  /// What a change of the records has come to.
  package struct Outcome: Sendable {
    package var replica: SyncReplica
    /// Sentences about files that stay as they were.
    package var faults: [String] = []
    /// The names of the files that were written.
    package var written: [String] = []
  }

  /// Reads the records, compares the files with them, makes a change, keeps the result and writes what is to be in the files. No other
  /// process does so meanwhile.
  /// - Parameter now: ms since 1970, for people.
  package func update(
    at now: Int64, _ change: (inout SyncReplica) throws(LapwingError) -> Void = { (_) throws(LapwingError) in }
  ) throws(LapwingError) -> Outcome {
    try FolderLock.hold(folder) { obstacle in
      obstacle.isHeld
        ? LapwingError(.tryAgain, code: "busy", "\(folder): \(obstacle.reason); try again")
        : LapwingError(
          .noPermission, code: "no-write", "\(folder): \(obstacle.reason); who synchronises must be able to write there"
        )
    } _: { () throws(LapwingError) in
      let before = try replica()
      var outcome = Outcome(replica: before ?? SyncReplica(device: .random()))
      outcome.replica.move(to: Self.machine)
      try read(into: &outcome, at: now)
      try change(&outcome.replica)
      // Before a file has it: an end of the process in between loses nothing.
      var used = Set(outcome.replica.records.values.compactMap(\.file))
      for (id, record, _) in outcome.replica.wanted where record.file == nil {
        let name = freeName(for: record, besides: used)
        used.insert(name)
        outcome.replica.name(id, name)
      }
      if outcome.replica != before { try keep(outcome.replica) }
      let kept = outcome.replica
      for (id, record, _) in outcome.replica.wanted { write(id, record, into: &outcome) }
      if outcome.replica != kept { try keep(outcome.replica) }
      return outcome
    }
  }

  /// The records as they were kept; `nil` before the first time.
  package func replica() throws(LapwingError) -> SyncReplica? {
    let path = file.path
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let bytes = try FileBytes.read(path, mayWait: false, longest: Self.longest)
    do { return try JSONDecoder().decode(SyncReplica.self, from: Data(bytes)) } catch {
      throw LapwingError(
        .badData, code: "bad-sync-file",
        "\(path): it cannot be read; move it away, and all loadings get new identities at the next synchronisation")
    }
  }

  /// Of this machine, as a hash: its id is to be known to no one else (machine-id(5)).
  private static var machine: String {
    let id = (try? FileBytes.read("/etc/machine-id", mayWait: false, longest: 1000)) ?? []
    return String(SHA256.hexadecimal(Array("lapwing sync".utf8) + id).prefix(16))
  }

  private func keep(_ replica: SyncReplica) throws(LapwingError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(replica) else { return }
    guard bytes.count <= Self.longest else {
      throw LapwingError(
        .badData, code: "too-long",
        "\(file.path): it would be longer than \(Self.longest >> 20) MiB; nothing was changed")
    }
    try file.write(Array(bytes)) { reason in
      LapwingError(.inputOutput, code: "write-failed", "\(file.path): \(reason); nothing was changed")
    }
  }

  private func read(into outcome: inout Outcome, at now: Int64) throws(LapwingError) {
    var files: [String: (kind: SyncKind, values: [String: String])] = [:], unread: Set<String> = [],
      looked: [String] = []
    let known = Dictionary(
      outcome.replica.records.values.compactMap { record in record.file.map { ($0, record) } }
    ) { first, _ in first }
    for path in try DataFolder.jsonFiles(in: folder) {
      let name = String(path.dropFirst(folder.utf8.count + 1))
      do throws(LapwingError) {
        let bytes = try DataFolder.read(path)
        _ = try library.scenario(bytes, file: path)
        guard let root = try? JSONNode.parse(bytes: bytes, file: path) else { continue }
        var values = LoadingFields.fields(of: root)
        // What a newer Lapwing has sent stands in no file.
        for (field, value) in known[name]?.written ?? [:] where !LoadingFields.knows(field) { values[field] = value }
        files[name] = (.loading, values)
        if root[LoadingFields.mark] == nil { looked.append(name) }
      } catch {
        unread.insert(name)
        outcome.faults.append(error.message)
      }
    }
    outcome.replica.read(files, unread: unread, words, at: now)
    // A person who saves a loading has looked at it, and its mark is gone.
    for name in looked {
      guard let record = known[name], !record.unseen.isEmpty, record.wanted == nil else { continue }
      outcome.replica.look(at: record.item.id)
    }
  }

  /// Writes the file of a record, if what it becomes can be used.
  private func write(_ id: SyncID, _ record: SyncRecord, into outcome: inout Outcome) {
    guard let name = record.file, record.item.kind == .loading, let values = record.wanted else { return }
    let path = "\(folder)/\(name)", isThere = FileManager.default.fileExists(atPath: path)
    do throws(LapwingError) {
      let old = isThere ? try DataFolder.read(path) : Array("{\n  \"schemaVersion\": 1\n}\n".utf8)
      var bytes: [UInt8]
      do throws(DataFileError) {
        // A file that was saved this moment is compared at the next time.
        let there = LoadingFields.fields(of: try JSONNode.parse(bytes: old, file: path))
        guard !isThere || there == (record.written ?? values).filter({ LoadingFields.knows($0.key) }) else { return }
        bytes = try LoadingFields.file(
          old, with: values.filter { LoadingFields.knows($0.key) }, unseen: record.unseen.sorted(),
          changed: Self.time(record.item.changed), deleted: record.item.deletedAt.map(Self.time), path: path)
      } catch { throw LapwingError(error) }
      do throws(LapwingError) { _ = try library.scenario(bytes, file: path) } catch {
        throw LapwingError(
          error.status, code: error.code,
          "what other devices have changed does not fit here, so it waits: \(error.message)")
      }
      // What would be read back otherwise would count as an edit of a person.
      guard
        (try? JSONNode.parse(bytes: bytes, file: path)).map(LoadingFields.fields)
          == values.filter({ LoadingFields.knows($0.key) })
      else {
        throw LapwingError(
          .badData, code: "bad-answer", "\(path): what other devices have changed is not written as here, so it waits")
      }
      try StoredFile(path: path, mode: 0o644, isShared: true).write(bytes) { reason in
        LapwingError(.inputOutput, code: "write-failed", "\(path): \(reason); it is tried again")
      }
      outcome.replica.isWritten(id, as: values)
      outcome.written.append(name)
    } catch { outcome.faults.append(error.message) }
  }

  private static func time(_ milliseconds: Int64) -> String {
    UTCTime.text(unixSeconds: UnixTime(milliseconds: milliseconds).seconds)
  }

  /// A name for a file from that of the loading. It is no path, and no file has it.
  private func freeName(for record: SyncRecord, besides used: Set<String>) -> String {
    var text = ""
    if case .string(let name)? = record.item[SyncField.name].flatMap({ try? JSONNode.parse($0) })?.kind { text = name }
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    let stem =
      words.isEmpty ? "loading" : String(decoding: words.utf8.prefix(40), as: UTF8.self).filter { $0 != "\u{FFFD}" }
    for number in 1...1000 {
      let name = number == 1 ? "\(stem).json" : "\(stem)-\(number).json"
      if !used.contains(name), !FileManager.default.fileExists(atPath: "\(folder)/\(name)") { return name }
    }
    return "\(record.item.id.text).json"
  }
}
