import GRDB
import Sessions

/// How much is deleted at once, so that a running box never waits long to write.
enum Deletion {
  static let rows = 2_000
  static let blocks = 50
  static let pages = 1_000
}

/// What every deletion does with the file, so that nothing of what was deleted is left in it. A box may write the file meanwhile.
extension Logbook {
  static func beginDeletion(in database: DatabaseQueue) throws {
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete=ON") }
  }

  /// Computes the figures of the hours that have lost readings, and overwrites free pages and the write-ahead log.
  /// - Returns: whether that is done; `false` if a reader keeps the old bytes in the files until that ends.
  static func finishDeletion(in database: DatabaseQueue, limits: SensorLimits) throws -> Bool {
    // The figures go too.
    while let day = try database.read({ try unrolledDay(limits: limits, in: $0) }) {
      try database.write { try rollUp(day, in: $0) }
    }
    // Free pages may hold rows that were sealed. Those of a new file go back to the disk.
    try database.writeWithoutTransaction { db in
      var before: Int?
      while let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count"), free > 0, free != before {
        _ = try Row.fetchAll(db, sql: "PRAGMA incremental_vacuum(\(Deletion.pages))")
        before = free
      }
    }
    try overwriteFreePages(database)
    // The old bytes are in the write-ahead log until it is moved into the file, and while a program reads, only what it
    // no longer needs is moved. The first column says so (sqlite.org/pragma.html#pragma_wal_checkpoint).
    return try database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") } == 0
  }

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
        let bytes = max(1, size - 100) * min(free, Deletion.pages)
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
}
