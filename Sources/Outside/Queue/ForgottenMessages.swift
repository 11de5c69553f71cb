import GRDB
import Readings

extension OutsideQueue {
  /// Deletes what was told before a time, with the log of the care circle, and overwrites it in the file. Messages that wait stay, and so
  /// does what people have said about being told. Another process may use the queue meanwhile.
  /// - Parameter time: ms since 1970.
  /// - Returns: how many messages.
  package func forget(before time: Int64) throws(LapwingError) -> Int {
    do {
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete=ON") }
      let count = try database.write { db in
        try db.execute(sql: "DELETE FROM message WHERE state <> 'waiting' AND at_ms < ?", arguments: [time])
        let count = db.changesCount
        // The number of the latest report tells the circle what it has taken; the rest of it goes too.
        try db.execute(
          sql: "DELETE FROM report WHERE at_ms < ? AND number < (SELECT max(number) FROM report)", arguments: [time])
        try db.execute(sql: "UPDATE report SET id = '', channel = '' WHERE at_ms < ?", arguments: [time])
        try CircleTables.tidy(before: time, in: db)
        return count
      }
      try database.writeWithoutTransaction { _ = try Row.fetchAll($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      return count
    } catch {
      throw Self.fault(error, path)
    }
  }
}
