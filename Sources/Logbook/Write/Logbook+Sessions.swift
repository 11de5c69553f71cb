import GRDB
import Sessions

extension Logbook {
  /// Deletes a session with all that belongs to it, and overwrites it in the file. A box may write the file meanwhile.
  /// - Parameter patience: how long to wait for other readers and writers, in s.
  /// - Returns: whether it is overwritten; `false` if a reader keeps the old bytes in the files until that ends.
  @discardableResult
  package static func delete(
    session id: Int64, of path: String, limits: SensorLimits = [:], patience: Double = standardPatience
  ) throws(LogbookError) -> Bool {
    try maintaining(path, label: "logbook deletion", patience: patience) { database in
      try beginDeletion(in: database)
      try deleteAll(of: id, in: database)
      return try finishDeletion(in: database, limits: limits)
    }
  }

  static func deleteAll(of id: Int64, in database: DatabaseQueue) throws {
    for table in ReadingView.tables {
      try database.write { try UnrolledHours.add(beforeRowsOf: table, "session_id = ?", [id], in: $0) }
    }
    for (table, count) in ReadingView.tables.map({ ($0, Deletion.rows) }) + [("block", Deletion.blocks)] {
      var isMore = true
      while isMore {
        isMore = try database.write { db in
          try ReadingView.noteLastID(db)
          if table == "block" {
            try UnrolledHours.add(
              blocks: "id IN (SELECT id FROM block WHERE session_id = ? LIMIT \(count))", [id], in: db)
          }
          try db.execute(
            sql: "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE session_id = ? LIMIT \(count))",
            arguments: [id])
          return db.changesCount > 0
        }
      }
    }
    try database.write { db in
      // A box may have written readings of it meanwhile, which go with it.
      try ReadingView.noteLastID(db)
      try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id])
    }
  }
}

extension Logbook {
  /// Writes what a person says about a past or present session. A box may write the file meanwhile.
  /// - Parameter details: what was not said stays, and an empty text deletes what was there.
  /// - Returns: whether there is such a session.
  package static func edit(session id: Int64, of path: String, _ details: SessionDetails) throws(LogbookError) -> Bool {
    try maintaining(path, label: "logbook edit") { database in
      try database.write { db in
        guard try Row.fetchOne(db, sql: "SELECT 1 FROM session WHERE id = ?", arguments: [id]) != nil else {
          return false
        }
        try SessionDetailsRow.add(details, to: id, in: db)
        return true
      }
    }
  }
}
