import GRDB
import Readings
import System

package struct ForgottenMessages: Sendable, Equatable {
  package var deleted = 0
  /// How many wait to be sent, and stay.
  package var waiting = 0
  /// Whether `lapwing outside` runs with this queue.
  package var isInUse = false
  /// Whether all of it is overwritten; `false` if a reader keeps the old bytes in the files until that ends.
  package var isOverwritten = true
}

extension OutsideQueue {
  /// Opens a queue to delete from it. It is neither made, replaced nor brought up to date: root may do this, and a new file would be
  /// root's, so that `lapwing outside` could use it no more.
  /// - Parameter patience: how long to wait for other readers and writers, in s.
  /// - Throws: `badData` if the file is damaged or of another version; `inputOutput` if it cannot be used.
  package convenience init(forgettingIn path: String, patience: Double = 5) throws(LapwingError) {
    do {
      var configuration = Configuration()
      configuration.label = "outside forgetting"
      configuration.busyMode = .timeout(patience)
      let database = try DatabaseQueue(path: path, configuration: configuration)
      guard try database.read({ try QueueSchema.migrator.hasCompletedMigrations($0) }) else {
        throw LapwingError(
          .badData, code: "queue-version",
          "\(path): it is of another version of Lapwing, so nothing in it is deleted; start lapwing outside once, "
            + "which brings it up to date, and run this again")
      }
      self.init(database, path: path)
    } catch let error as LapwingError {
      throw error
    } catch {
      throw Self.damage(error, path)
    }
  }

  /// Deletes what was sent before a time, with the log of the care circle, and overwrites it in the file. The consent
  /// of people to messages stays. Another process may use the queue meanwhile.
  /// - Parameters:
  ///   - time: ms since 1970.
  ///   - withWaiting: also what waits to be sent, unless `lapwing outside` runs, which is about to send it.
  package func forget(before time: Int64, withWaiting: Bool = false) throws(LapwingError) -> ForgottenMessages {
    var forgotten = ForgottenMessages(isInUse: QueueLock.isHeld(path: path))
    let takesWaiting = withWaiting && !forgotten.isInUse
    ((forgotten.deleted, forgotten.waiting), forgotten.isOverwritten) = try overwriting { db in
      try db.execute(
        sql: "DELETE FROM message WHERE state <> 'taken-back' AND (state <> 'waiting' OR ?) AND at_ms < ?",
        arguments: [takesWaiting, time])
      // What a service must still be asked to repeat no more, stays until it knows.
      let deleted = db.changesCount
      // The number of the latest report shows the circle what it has handled; the rest of it goes too.
      try db.execute(
        sql: "DELETE FROM report WHERE coalesce(at_ms, 0) < ? AND number < (SELECT max(number) FROM report)",
        arguments: [time])
      try db.execute(sql: "UPDATE report SET id = '', channel = '' WHERE coalesce(at_ms, 0) < ?", arguments: [time])
      try CircleTables.tidy(before: time, in: db)
      let waiting = try Int.fetchOne(db, sql: "SELECT count(*) FROM message WHERE state = 'waiting'")
      return (deleted, waiting ?? 0)
    }
    return forgotten
  }

  /// Deletes what an MQTT broker has not confirmed, in the file of ``MQTTHistory``, and overwrites it. Which sensors were published
  /// stays, since their entities are deleted by it, and so does up to where the box was followed. `lapwing outside` may use the file
  /// meanwhile.
  /// - Parameter time: ms since 1970.
  package func forgetUnpublished(before time: Int64) throws(LapwingError) -> ForgottenMessages {
    let end = UTCTime.text(unixSeconds: min(time / 1000, Self.endOf9999))
    var forgotten = ForgottenMessages()
    (forgotten.deleted, forgotten.isOverwritten) = try overwriting { db in
      // What is damaged has no time, and goes too.
      let time = "CASE WHEN json_valid(content) THEN json_extract(content, '$.at') END"
      try db.execute(sql: "DELETE FROM mqtt WHERE coalesce(\(time), '') < ?", arguments: [end])
      return db.changesCount
    }
    return forgotten
  }

  /// Later years have more digits, and texts would not be in order.
  private static let endOf9999: Int64 = 253_402_300_799

  /// - Returns: what `delete` gives, and whether the old bytes are gone.
  private func overwriting<Value>(_ delete: (Database) throws -> Value) throws(LapwingError) -> (Value, Bool) {
    do {
      try store.file.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete=ON") }
      let value = try store.file.write(delete)
      // The first column says whether a reader stands in the way (sqlite.org/pragma.html#pragma_wal_checkpoint).
      let busy = try store.file.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      return (value, busy == 0)
    } catch {
      throw Self.damage(error, path)
    }
  }

  private static func damage(_ error: any Error, _ path: String) -> LapwingError {
    guard let error = error as? DatabaseError, [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) else {
      return fault(error, path)
    }
    return LapwingError(
      .badData, code: "queue-damaged",
      "\(path): it is damaged (\(error.message ?? "unreadable")), so nothing in it is deleted; restart lapwing outside, "
        + "which sets such a file aside, and run lapwing forget --all; or stop it and delete the file")
  }
}
