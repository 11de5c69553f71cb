import GRDB
import Readings
import Sessions

extension Logbook {
  /// How many rows and blocks are deleted at once, so that a running box never waits long to write.
  private static let rowsAtOnce = 2_000
  private static let blocksAtOnce = 50
  private static let pagesAtOnce = 1_000

  /// Overwrites the pages of a file of an older version that are free, since such a file keeps them: rows of zeros take
  /// them all, and go again, some pages at a time. Such a file may have gigabytes of free pages.
  private static func overwriteFreePages(_ database: DatabaseQueue) throws {
    // Of a deletion that was ended in between.
    try database.write { try $0.execute(sql: "CREATE TABLE IF NOT EXISTS zeros(a)") }
    var isMore = true
    while isMore {
      isMore = try database.write { db in
        guard let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count"), free > 0 else { return false }
        let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        let bytes = max(1, size - 100) * min(free, pagesAtOnce)
        try db.execute(sql: "INSERT INTO zeros VALUES (zeroblob(?))", arguments: [bytes])
        return true
      }
    }
    // Zeros need not be overwritten.
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete=OFF") }
    isMore = true
    while isMore {
      isMore = try database.write { db in
        try db.execute(sql: "DELETE FROM zeros WHERE rowid = (SELECT max(rowid) FROM zeros)")
        return db.changesCount > 0
      }
    }
    try database.write { try $0.execute(sql: "DROP TABLE zeros") }
  }

  /// Deletes a session with all that belongs to it, and overwrites it in the file. A box may write the file meanwhile.
  package static func delete(
    session id: Int64, of path: String, limits: [Quantity: ValueLimits] = [:]
  ) throws(LogbookError) {
    try maintaining(path, label: "logbook deletion") { database in
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete=ON") }
      for (table, count) in ReadingView.tables.map({ ($0, rowsAtOnce) }) + [("block", blocksAtOnce)] {
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
      // Its figures go too.
      while let hour = try database.read({ try unrolledHour(limits: limits, in: $0) }) {
        try database.write { try rollUp(hour, in: $0) }
      }
      // Free pages may hold rows that were sealed. Those of a new file go back to the disk.
      try database.writeWithoutTransaction { db in
        var before: Int?
        while let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count"), free > 0, free != before {
          _ = try Row.fetchAll(db, sql: "PRAGMA incremental_vacuum(\(pagesAtOnce))")
          before = free
        }
      }
      try overwriteFreePages(database)
      // The old bytes are in the write-ahead log until it is moved into the file.
      try database.writeWithoutTransaction { _ = try Row.fetchAll($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }
  }
}
