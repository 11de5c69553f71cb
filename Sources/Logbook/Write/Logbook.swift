import Alarms
import GRDB
import Readings
import Sessions

/// The logbook: sessions, readings and alarms in one SQLite file. All calls wait for the disk, so it is used on a
/// thread of its own. Its errors are ``LogbookError``.
///
/// The file is in WAL mode with `synchronous=FULL`: when ``append(_:)`` returns, its entries survive the end of the
/// process and a loss of power.
package final class Logbook {
  let path: String
  private let database: DatabaseQueue
  private let file: FileIdentity
  /// The write-ahead log, after it has been created.
  private var log: FileIdentity?
  private var sessionID: Int64?
  var presentSession: Int64? { sessionID }

  /// Opens the file, or creates it, and migrates its tables. A session that an earlier run has left open is closed as
  /// interrupted. A file that cannot be used is not changed.
  package init(path: String) throws(LogbookError) {
    self.path = path
    try Self.refuseOther(path)
    do {
      var configuration = Configuration()
      configuration.label = "logbook"
      configuration.busyMode = .timeout(2)
      database = try DatabaseQueue(path: path, configuration: configuration)
      guard try database.read(LogbookSchema.mayWrite) else { throw LogbookError.newerSchema(path: path) }
      try database.writeWithoutTransaction { db in
        try Self.layOut(db)
        _ = try String.fetchOne(db, sql: "PRAGMA journal_mode=WAL")
        try db.execute(sql: "PRAGMA synchronous=FULL")
        // The rows of an hour are deleted when they are sealed. Most of them are so before the write-ahead log is moved
        // into the file, which saves writing them twice. FAST overwrites them with zeros in pages that are written
        // anyway, and not in those that become free (``delete(session:of:limits:)``).
        try db.execute(sql: "PRAGMA secure_delete=FAST")
        _ = try Int.fetchOne(db, sql: "PRAGMA wal_autocheckpoint=\(Self.checkpointPages)")
        // The log becomes short again when it starts over.
        _ = try Int.fetchOne(db, sql: "PRAGMA journal_size_limit=0")
      }
      try LogbookSchema.migrator.migrate(database)
      try database.write { try Self.closeInterruptedSessions($0, but: nil) }
      guard let file = FileIdentity(path: path) else { throw LogbookError.displaced(path: path) }
      self.file = file
    } catch {
      throw LogbookError(error, path: path)
    }
  }

  /// Refuses what is there and no file. SQLite would wait at a pipe until a program writes into it.
  static func refuseOther(_ path: String) throws(LogbookError) {
    guard FileIdentity.isOther(path: path) else { return }
    throw .cannotOpen(path: path, reason: "it is not a file")
  }

  /// Whether there is a file of 0 bytes, which a loss of power has left: no logbook is ever that short.
  /// - Throws: if entries are in its write-ahead log. SQLite would delete that, and begin a new logbook.
  package static func isEmpty(_ path: String) throws(LogbookError) -> Bool {
    guard FileIdentity.size(path: path) == 0 else { return false }
    guard FileIdentity.size(path: path + "-wal") ?? 0 == 0 else { throw .corrupt(path: path) }
    return true
  }

  /// Chooses how a new file is laid out. A block fills whole pages but its last one, and a commit writes whole pages,
  /// so small pages waste less of both. Free pages go back to the disk in steps, since to compact the whole file would
  /// need its size again.
  private static func layOut(_ db: Database) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA page_count") == 0 else { return }
    try db.execute(sql: "PRAGMA page_size=\(pageSize); PRAGMA auto_vacuum=INCREMENTAL")
  }

  static let pageSize = 1024
  /// 8 MiB: what one strap writes in some hours. Most of its rows are sealed before they are moved into the file.
  private static let longestLog: Int64 = 8 << 20
  /// 64 MiB, if ``tidy()`` is never called.
  private static let checkpointPages = 65_536

  /// Appends entries in one transaction: after an error, the file has none of them. Without entries it only checks that
  /// the file still exists.
  package func append(_ entries: some Collection<LogEntry>) throws(LogbookError) {
    // SQLite would continue to write to a file that was deleted or moved.
    let log = FileIdentity(path: path + "-wal")
    guard FileIdentity(path: path) == file, self.log == nil || self.log == log else { throw .displaced(path: path) }
    guard !entries.isEmpty else { return }
    var session = sessionID
    var ended: [Int64] = []
    try write { db in
      var rows = try ReadingRows(db)
      for entry in entries {
        let before = session
        try Self.insert(entry, session: &session, rows: &rows, in: db)
        if let before, before != session { ended.append(before) }
      }
    }
    sessionID = session
    if self.log == nil { self.log = FileIdentity(path: path + "-wal") }
    // The list of sessions does without them, if they cannot be kept.
    for one in ended { try? keepFigures(of: one) }
  }

  /// Merges the write-ahead log into the file and closes it. No further call is allowed.
  package func close() { try? database.close() }

  func read<Value>(_ body: (Database) throws -> Value) throws(LogbookError) -> Value {
    try explained { try database.read(body) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(LogbookError) -> Value {
    try explained { try database.write(body) }
  }

  private func explained<Value>(_ body: () throws -> Value) throws(LogbookError) -> Value {
    do { return try body() } catch { throw LogbookError(error, path: path) }
  }

  func writeWithoutForeignKeys(_ body: (Database) throws -> Void) throws {
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys=OFF")
      defer { try? db.execute(sql: "PRAGMA foreign_keys=ON") }
      try db.inTransaction {
        try body(db)
        return .commit
      }
    }
  }

  /// Moves the write-ahead log into the file if it has become long. SQLite would do so at the end of a commit, and an
  /// alarm would wait for that.
  package func tidy() throws(LogbookError) {
    let length = FileIdentity.size(path: path + "-wal") ?? 0
    guard length > Self.longestLog else { return }
    try explained {
      try database.writeWithoutTransaction { db in
        // This never waits for a reader.
        _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(PASSIVE)")
      }
    }
  }

  /// Drops an index that costs a third of all that is written, once few rows are left for which it was made. In a long
  /// logbook of an older version, to drop it at the start would take minutes.
  package func dropSessionIndex() throws(LogbookError) {
    guard try read({ try $0.indexes(on: "wide_reading").contains { $0.name == "reading_on_session_id" } }) else {
      return
    }
    try write { try $0.execute(sql: "DROP INDEX reading_on_session_id") }
  }

  func closeInterruptedSessions(_ db: Database) throws { try Self.closeInterruptedSessions(db, but: sessionID) }

  /// Continues a session of this run that is already in the file.
  /// - Returns: whether it was found.
  func takeUpSession(startedAt: Int64, in db: Database) throws -> Bool {
    let id = try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM session WHERE started_at_ms = :start AND id = (SELECT max(id) FROM session)
        UNION ALL SELECT session_id FROM session_gap WHERE to_ms = :start AND run_id = (SELECT max(id) FROM run)
        """, arguments: ["start": startedAt])
    guard let id else { return false }
    try db.execute(sql: "UPDATE session SET ended_at_ms = NULL, end_reason = NULL WHERE id = ?", arguments: [id])
    sessionID = id
    return true
  }

  /// The value of `PRAGMA synchronous`; 2 is FULL.
  var synchronous: Int? { try? database.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } }

  private static func closeInterruptedSessions(_ db: Database, but open: Int64?) throws {
    let isDate = "typeof(at_ms) = 'integer' AND at_ms BETWEEN 0 AND \(dateLimit - 1)"
    let latest = (ReadingView.tables + ["alarm"]).map {
      "coalesce((SELECT max(at_ms) FROM \($0) WHERE session_id = session.id AND \(isDate)), 0)"
    }
    try db.execute(
      sql: """
        UPDATE session SET end_reason = 'interrupted', ended_at_ms = max(
          started_at_ms, \(latest.joined(separator: ", ")),
          coalesce((SELECT max(last_ms) FROM block WHERE session_id = session.id AND \(SealedBlock.soundTimes)), 0))
        WHERE ended_at_ms IS NULL AND id IS NOT ?
        """, arguments: [open])
  }

  private static func insert(
    _ entry: LogEntry, session: inout Int64?, rows: inout ReadingRows, in db: Database
  ) throws {
    switch entry {
    case .sessionStarted(let at, let profile):
      try db.insert(into: "session", ["started_at_ms": at, "profile": profile])
      session = try SessionContinuation.settle(db.lastInsertedRowID, in: db)
    case .sessionDetails(let details): try SessionDetailsRow.add(details, to: session, in: db)
    case .phase(let phase, let since, let source, let probability):
      try db.insert(
        into: "phase",
        [
          "session_id": session, "phase": phase, "since_ms": since, "source": source, "probability": probability,
        ])
    case .drink, .drinkTakenBack, .caffeine, .placementConfirmed, .checklist:
      try SessionNotes.insert(entry, session: session, in: db)
    case .sessionEnded(let summary, let at):
      if let session { try close(session, summary, at: at, in: db) }
      session = nil
    case .reading(let reading, let model, let address, let at, let implausible):
      try rows.insert(
        reading, of: model, from: address, at: at, implausible: implausible, session: session, in: db)
    case .gapFound(let gap): try insert(gap, in: db)
    case .gapClosed(let gap): try move(gap, from: nil, in: db)
    case .past(let measurements, let gap, let at, let implausible):
      // It belongs to the present session if that was open at the time of the measurement.
      let own = try Int64.fetchOne(
        db, sql: "SELECT id FROM session WHERE id = ? AND started_at_ms <= ?", arguments: [session, at])
      try rows.insert(measurements, of: gap, at: at, implausible: implausible, session: own, in: db)
      // In the same transaction, so that after a loss of power the download continues behind this row.
      try move(gap, from: at, in: db)
    case .scenario(let number, let count, let verdict, let text, let at):
      try db.insert(
        into: "scenario",
        [
          "session_id": session, "at_ms": at, "number": number, "count": count, "verdict": verdict,
          "text": text,
        ])
    case .runStarted(let at, let isClockSet, let mark, let bootedAt):
      try RunStamps.begin(at: at, isClockSet: isClockSet, mark: mark, bootedAt: bootedAt, in: db)
    case .clockSet(let shift):
      try RunStamps.move(by: shift, in: db)
      if let present = session { session = try SessionContinuation.settle(present, in: db) }
    case .clockStepped(let step): try RunStamps.step(by: step, in: db)
    case .runEnded(let at, let isFinished):
      try db.execute(
        sql: "UPDATE run SET ended_at_ms = ?, end_reason = ? WHERE id = (SELECT max(id) FROM run)",
        arguments: [at, isFinished ? "finished" : "stopped"])
    case .alarm(let alarm, let at, let sensor, let silentUntil, let person):
      try db.insert(
        into: "alarm",
        [
          "session_id": session, "sequence": Int64(clamping: alarm.sequence), "at_ms": at,
          "condition": alarm.condition.name, "address": sensor?.description, "priority": alarm.priority.name,
          "technical": alarm.isTechnical, "presence": alarm.presence.name, "activation": alarm.activation.name,
          "limit": alarm.limit, "value": alarm.value, "test": alarm.isTest, "silent_until_ms": silentUntil,
          "person": person, "family": alarm.family.name, "not_before_s": alarm.bounds?.notBefore.inSeconds,
          "must_by_s": alarm.bounds?.mustBy.inSeconds, "last_value": alarm.isLastValue,
          "unanswered_s": alarm.unanswered.inSeconds,
        ])
    }
  }

  /// Closes a session. Its figures are computed from its readings, after this transaction or when they are asked for.
  private static func close(_ session: Int64, _ summary: SessionSummary, at: Int64, in db: Database) throws {
    try db.execute(
      sql: "UPDATE session SET end_reason = ?, ended_at_ms = ? WHERE id = ?",
      arguments: [summary.mayGoOn ? "stopped" : "ended", at, session])
  }
}
