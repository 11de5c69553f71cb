import GRDB
import Readings
import Sessions

extension Logbook {
  /// How many rows and blocks are deleted at once, so that a running box never waits long to write.
  private static let rowsAtOnce = 2_000
  private static let blocksAtOnce = 50
  private static let pagesAtOnce = 1_000

  /// Overwrites the pages of a file of an older version that are free, since such a file keeps them: a table of zeros
  /// takes them all, and goes again.
  private static func overwriteFreePages(_ db: Database) throws {
    guard let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count"), free > 0 else { return }
    let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    try db.inTransaction {
      try db.execute(sql: "CREATE TABLE zeros(a)")
      while let left = try Int.fetchOne(db, sql: "PRAGMA freelist_count"), left > 0 {
        let bytes = max(1, size - 100) * min(left, pagesAtOnce)
        try db.execute(sql: "INSERT INTO zeros VALUES (zeroblob(?))", arguments: [bytes])
      }
      try db.execute(sql: "DROP TABLE zeros")
      return .commit
    }
  }

  /// Deletes a session with all that belongs to it, and overwrites it in the file. A box may write the file meanwhile.
  package static func delete(
    session id: Int64, of path: String, limits: [Quantity: ValueLimits] = [:]
  ) throws(LogbookError) {
    do {
      var configuration = Configuration()
      configuration.label = "logbook deletion"
      configuration.busyMode = .timeout(5)
      let database = try DatabaseQueue(path: path, configuration: configuration)
      guard try database.read({ try LogbookSchema.migrator.hasCompletedMigrations($0) }) else {
        throw LogbookError.failed(
          path: path, reason: "it is of another version of Lapwing; start `lapwing run` once to bring it up to date")
      }
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete=ON") }
      for (table, count) in [("reading", rowsAtOnce), ("block", blocksAtOnce)] {
        var isMore = true
        while isMore {
          isMore = try database.write { db in
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
      try database.write { try $0.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id]) }
      // Its figures go too.
      while let hour = try database.read({ try unrolledHour(limits: limits, in: $0) }) {
        try database.write { try rollUp(hour, in: $0) }
      }
      try database.writeWithoutTransaction { db in
        // Free pages may hold rows that were sealed.
        _ = try Row.fetchAll(db, sql: "PRAGMA incremental_vacuum")
        try overwriteFreePages(db)
        // The old bytes are in the write-ahead log until it is moved into the file.
        _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
      try database.close()
    } catch let error as LogbookError {
      throw error
    } catch {
      throw LogbookError(error, path: path)
    }
  }
}
