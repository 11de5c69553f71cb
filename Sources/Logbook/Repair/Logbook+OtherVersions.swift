import GRDB
import Glibc
import Readings

/// Logbooks of programs of another version. See ``LogbookSchema`` for who may write which file.
///
/// An older program sets a file that it may not write aside, as `lapwing-DATE.newer-v999.db`, and begins its own. The newer
/// program takes it up again as its logbook: the file of the older one becomes `lapwing-DATE.older.db`, and its rows are
/// copied behind those of the newer one.
extension Logbook {
  /// Sets a logbook aside that a newer program has written.
  /// - Parameter stamp: the date and time for the new name.
  /// - Returns: the new path.
  package static func setAsideNewer(_ path: String, stamp: String) throws(LogbookError) -> String {
    try setAside(path, stamp: stamp, as: "newer-v\(version(of: path) ?? 0)")
  }

  /// Whether a name is that of a logbook that an older program has set aside.
  /// - Parameter base: the name of the logbook without `.db`.
  package static func isNewer(_ name: String, besides base: String) -> Bool {
    kind(of: name, besides: base)?.hasPrefix("newer-v") == true
  }

  /// Whether a name is that of a logbook of an older program, from the time in which the newer one was set aside.
  package static func isOlder(_ name: String, besides base: String) -> Bool {
    kind(of: name, besides: base) == "older"
  }

  /// Whether a name is that of a logbook that was set aside, damaged or of another version.
  package static func isSetAside(_ name: String, besides base: String) -> Bool {
    kind(of: name, besides: base).map { $0 == "damaged" || $0 == "older" || $0.hasPrefix("newer-v") } ?? false
  }

  /// What stands between date and `.db` in the name of a logbook that was set aside; `nil` for any other name.
  private static func kind(of name: String, besides base: String) -> Substring? {
    guard name.hasPrefix(base + "-"), name.hasSuffix(".db") else { return nil }
    let rest = name.dropFirst(base.count + 1).dropLast(3)
    guard let dot = rest.firstIndex(of: ".") else { return nil }
    let isDate = rest[..<dot].allSatisfy { $0 == "-" || ("0"..."9").contains($0) }
    return isDate ? rest[rest.index(after: dot)...] : nil
  }

  /// Whether this program may write a logbook; `false` if it cannot be read.
  package static func mayWrite(_ path: String) -> Bool { version(of: path).map { $0 <= LogbookSchema.number } ?? false }

  /// Whether rows of another file are still to be copied into a logbook. Until then it is not set aside, since its ids and
  /// those of that file could no longer be distinguished.
  package static func isSalvaging(_ path: String) -> Bool {
    look(at: path) { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM damage WHERE report IS NULL)") } ?? false
  }

  private static func version(of path: String) -> Int? {
    look(at: path) { try Int.fetchOne($0, sql: "PRAGMA user_version") }
  }

  private static func look<Value>(at path: String, _ body: (Database) throws -> Value?) -> Value? {
    var configuration = Configuration()
    configuration.label = "logbook version"
    configuration.readonly = true
    configuration.busyMode = .timeout(1)
    return try? DatabaseQueue(path: path, configuration: configuration).read(body)
  }

  /// Puts a logbook that an older program has set aside in its place again, and sets the older one's aside. A crash in
  /// between leaves the place empty, and the next call goes on.
  package static func takeUp(_ newer: String, as path: String, stamp: String) throws(LogbookError) {
    if FileIdentity(path: path) != nil {
      // Its tables become those of this program, so that rows can be copied.
      try Logbook(path: path).close()
      _ = try setAside(path, stamp: stamp, as: "older")
    }
    // The write-ahead log first: a file without its log would have lost what that holds.
    if FileIdentity(path: newer + "-wal") != nil { rename(newer + "-wal", path + "-wal") }
    guard rename(newer, path) == 0 else {
      throw .cannotOpen(path: newer, reason: SystemFault.reason)
    }
    unlink(newer + "-shm")
    syncFolder(of: path)
  }

  /// By how much the ids of other rows must be raised to follow all that were used here.
  package func shifts() throws(LogbookError) -> IdentifierShifts {
    let (rows, reading) = try read {
      (try Row.fetchAll($0, sql: "SELECT name, seq FROM sqlite_sequence"), try ReadingView.lastID($0))
    }
    var ids = ["reading": reading]
    for row in rows {
      guard let name: String = row.checked("name"), let id: Int64 = row.checked("seq") else { continue }
      ids[name] = id
    }
    // The row about these shifts themselves comes first.
    ids["damage", default: 0] += 1
    return IdentifierShifts(ids)
  }
}
