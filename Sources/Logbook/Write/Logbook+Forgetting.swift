import GRDB
import Sessions

package struct ForgottenPart: Sendable, Equatable {
  package var sessions = 0
  /// How many of these times have more in them, and so are left.
  package var openSessions = 0
  /// Whether all of it is overwritten; `false` if a reader keeps the old bytes in the files until that ends.
  package var isOverwritten = true
}

extension Logbook {
  /// Deletes everything before a time, and overwrites it in the file: sessions that had ended, with all that belongs to them,
  /// other readings, alarms and loadings, and the figures of whole days. A box may write the file meanwhile.
  ///
  /// What belongs to a session that had not ended by then stays with it, and so do the alarms of the latest run, which a box needs to go
  /// on, while it runs. Readings go by the sealed hour: an hour that ends later stays. When the box was on is not deleted.
  /// - Parameters:
  ///   - time: milliseconds since 1970.
  ///   - patience: how long to wait for other readers and writers, in s.
  package static func forget(
    before time: Int64, of path: String, limits: SensorLimits = [:], patience: Double = standardPatience
  ) throws(LogbookError) -> ForgottenPart {
    // While this program has its lock, no other one writes it.
    let lock = try? LogbookLock.acquire(for: path)
    defer { withExtendedLifetime(lock) {} }
    let isAlone = lock != nil
    return try maintaining(path, label: "logbook forgetting", patience: patience) { database in
      try beginDeletion(in: database)
      var forgotten = ForgottenPart()
      let sessions = try database.read { db in
        (
          try Int64.fetchAll(
            db, sql: "SELECT id FROM session WHERE ended_at_ms IS NOT NULL AND ended_at_ms < ?", arguments: [time]),
          try Int.fetchOne(
            db, sql: "SELECT count(*) FROM session WHERE started_at_ms < ?1 AND coalesce(ended_at_ms, ?1) >= ?1",
            arguments: [time])
        )
      }
      for session in sessions.0 { try deleteAll(of: session, in: database) }
      forgotten.sessions = sessions.0.count
      forgotten.openSessions = sessions.1 ?? 0
      for table in ReadingView.tables { try deleteRows(of: table, before: time, in: database) }
      try deleteBlocks(before: time, in: database)
      try database.write { try deleteRest(before: time, isAlone: isAlone, in: $0) }
      forgotten.isOverwritten = try finishDeletion(in: database, limits: limits)
      return forgotten
    }
  }

  /// Readings that belong to no session.
  private static func deleteRows(of table: String, before time: Int64, in database: DatabaseQueue) throws {
    var last: Int64 = 0
    while let next = try database.read({ db in
      try Int64.fetchOne(
        db, sql: "SELECT max(id) FROM (SELECT id FROM \(table) WHERE id > ? ORDER BY id LIMIT \(Deletion.rows))",
        arguments: [last])
    }) {
      try database.write { db in
        try ReadingView.noteLastID(db)
        try db.execute(
          sql: "DELETE FROM \(table) WHERE id > ? AND id <= ? AND at_ms < ? AND session_id IS NULL",
          arguments: [last, next, time])
      }
      last = next
    }
  }

  private static func deleteBlocks(before time: Int64, in database: DatabaseQueue) throws {
    let chosen = "SELECT id FROM block WHERE session_id IS NULL AND last_ms < ? LIMIT \(Deletion.blocks)"
    var isMore = true
    while isMore {
      isMore = try database.write { db in
        try UnrolledHours.add(blocks: "id IN (\(chosen))", [time], in: db)
        try db.execute(sql: "DELETE FROM block WHERE id IN (\(chosen))", arguments: [time])
        return db.changesCount > 0
      }
    }
  }

  private static func deleteRest(before time: Int64, isAlone: Bool, in db: Database) throws {
    let latestRun = isAlone ? Int64.max : try Int64.fetchOne(db, sql: "SELECT max(after_alarm_id) FROM run") ?? 0
    try db.execute(
      sql: "DELETE FROM alarm WHERE at_ms < ? AND session_id IS NULL AND id <= ?", arguments: [time, latestRun])
    try db.execute(sql: "DELETE FROM scenario WHERE at_ms < ? AND session_id IS NULL", arguments: [time])
    // What was forgotten must not come back from the history of a sensor.
    try db.execute(sql: "DELETE FROM hole WHERE to_ms <= ?", arguments: [time])
    try db.execute(sql: "UPDATE hole SET from_ms = ?1 WHERE from_ms < ?1", arguments: [time])
    // Also the figures of readings that are gone already. What stays is computed again.
    for table in ["rollup_hours", "rollup_minutes"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE day < ?", arguments: [time / 86_400_000])
    }
    try UnrolledHours.add(blocks: "sensor_id IN (SELECT id FROM sensor) AND first_ms < ?", [time], in: db)
    // A box that runs knows its sensors by their numbers.
    guard isAlone else { return }
    try db.execute(
      sql: """
        DELETE FROM sensor WHERE NOT EXISTS (SELECT 1 FROM block WHERE sensor_id = sensor.id)
          AND NOT EXISTS (SELECT 1 FROM quick_reading WHERE sensor_id = sensor.id)
          AND NOT EXISTS (SELECT 1 FROM rollup_hours WHERE sensor_id = sensor.id)
          AND NOT EXISTS (SELECT 1 FROM rollup_minutes WHERE sensor_id = sensor.id)
        """)
  }
}
