import Alarms
import GRDB
import Glibc
import Readings

extension Logbook {
  /// Renames a damaged logbook and its write-ahead log, so that a new one can be created. Never overwrites a file.
  /// - Parameters:
  ///   - stamp: the date and time for the new name, such as "2026-11-23-221000".
  ///   - announce: called with the new path before the file is renamed.
  /// - Returns: the new path.
  package static func setAside(
    _ path: String, stamp: String, announcing announce: (String) -> Void = { _ in }
  ) throws(LogbookError) -> String {
    try setAside(path, stamp: stamp, as: "damaged", announcing: announce)
  }

  /// The same for a file of any kind, such as "damaged", which becomes a part of its name.
  static func setAside(
    _ path: String, stamp: String, as kind: String, announcing announce: (String) -> Void = { _ in }
  ) throws(LogbookError) -> String {
    var status = stat()
    // A symbolic link stays, and the file behind it is renamed. Anything but a regular file is left alone.
    guard let real = realpath(path, nil) else { throw LogbookError.corrupt(path: path) }
    let file = String(cString: real)
    free(real)
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw LogbookError.corrupt(path: path) }
    let base = file.hasSuffix(".db") ? String(file.dropLast(3)) : file
    for number in 1...1000 {
      let aside = "\(base)-\(stamp)\(number == 1 ? "" : "-\(number)").\(kind).db"
      guard ["", "-wal", "-shm"].allSatisfy({ lstat(aside + $0, &status) != 0 }) else { continue }
      announce(aside)
      guard rename(file, aside) == 0 else { throw LogbookError.corrupt(path: path) }
      // A write-ahead log is useless without its file, and SQLite would take it for that of the new file.
      if rename(file + "-wal", aside + "-wal") != 0 { unlink(file + "-wal") }
      unlink(file + "-shm")
      Self.syncFolder(of: file)
      return aside
    }
    throw LogbookError.corrupt(path: path)
  }

  /// Records that this logbook replaces a damaged one, which has been set aside.
  /// - Parameter file: the name of the damaged file, without the folder.
  /// - Parameter shifts: by how much the ids of its rows are raised.
  package func begin(inPlaceOf file: String, at time: Int64, shifts: IdentifierShifts? = nil) throws(LogbookError) {
    try write {
      try $0.execute(
        sql: "INSERT INTO damage (at_ms, file, shifts) VALUES (?, ?, ?)", arguments: [time, file, shifts?.text])
    }
  }

  /// Whether this logbook replaces a damaged one.
  /// - Parameter file: the name of the damaged file, without the folder.
  package func knows(damaged file: String) throws(LogbookError) -> Bool {
    return try read { try Row.fetchOne($0, sql: "SELECT 1 FROM damage WHERE file = ?", arguments: [file]) != nil }
  }

  /// Writes the new names to the disk, before the next file is created.
  static func syncFolder(of file: String) {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    fsync(number)
    Glibc.close(number)
  }

  /// The name of the damaged logbook whose salvage was not complete when the previous run ended, and by how much the ids
  /// of its rows are raised; `nil` if there is none.
  package func unfinishedSalvage() throws(LogbookError) -> (file: String, shifts: IdentifierShifts?)? {
    let row = try read {
      try Row.fetchOne($0, sql: "SELECT file, shifts FROM damage WHERE report IS NULL ORDER BY id DESC LIMIT 1")
    }
    guard let row, let file: String = row.checked("file") else { return nil }
    let text: String? = row.checked("shifts")
    return (file, text.map(IdentifierShifts.init))
  }

  /// Records the end of a salvage, and closes the sessions that the damaged logbook left open.
  /// - Parameter report: what was lost, in words.
  package func end(salvageOf file: String, report: String) throws(LogbookError) {
    try write { db in
      try db.execute(sql: "UPDATE damage SET report = ? WHERE file = ?", arguments: [report, file])
      try closeInterruptedSessions(db)
    }
  }

  /// The entries that are not in this logbook, after it has replaced another one during a run. A session that is
  /// already in it is continued.
  package func missing(of entries: [LogEntry], inRun mark: String) throws(LogbookError) -> [LogEntry] {
    return try write { db in
      let run = try Row.fetchOne(
        db, sql: "SELECT * FROM run WHERE mark = ? AND id = (SELECT max(id) FROM run)", arguments: [mark])
      var left: [LogEntry] = []
      for entry in entries where try !holds(entry, run: run, in: db) { left.append(entry) }
      return left
    }
  }

  private func holds(_ entry: LogEntry, run: Row?, in db: Database) throws -> Bool {
    switch entry {
    case .runStarted, .reading: return run != nil
    case .sessionStarted(let at, _):
      return try takeUpSession(startedAt: at, in: db)
    case .alarm(let alarm, _, let sensor, _, _):
      guard let run else { return false }
      let after: Int64 = run.checked("after_alarm_id") ?? 0
      let row = try Row.fetchOne(
        db, sql: "SELECT sequence FROM alarm WHERE id > ? AND condition = ? AND address IS ? ORDER BY id DESC LIMIT 1",
        arguments: [after, alarm.condition.name, sensor?.description])
      let sequence: Int64? = row?.checked("sequence")
      return sequence == Int64(clamping: alarm.sequence)
    case .gapFound(let gap):
      return try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM hole WHERE address = ? AND model = ? AND to_ms = ?)",
        arguments: [gap.address.description, gap.model, gap.to]) ?? false
    case .drink(let id, _, _):
      return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM hydration WHERE uuid = ?)", arguments: [id])
        ?? false
    default: return false
    }
  }
}
