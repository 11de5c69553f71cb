import GRDB

/// How far the rotating part of ``Logbook/check(_:)`` has come.
package struct CheckPosition: Sendable {
  /// The rows of readings below this one are looked at next; `nil`: from the newest on.
  var below: Int64?

  /// At the newest readings.
  package init() {}
}

extension Logbook {
  /// A file up to this size, bytes, is gone through whole. That takes a Pi about 0.1 s.
  private static let wholeUpTo = 8 << 20
  /// Of a larger one the newest readings, which a restart needs, and so many others in turns. 20,000 rows are about 2 MiB;
  /// of a year of one strap, 30 million rows, that is a round in eight hours.
  private static let newestRows = 2_000
  private static let rowsInTurn: Int64 = 20_000
  /// What `quick_check` says of a row that a person has edited. The file is sound all the same.
  private static let harmless = [
    "NULL value in ", "CHECK constraint failed in ", "non-unique entry in ", "NUMERIC value in ", "TEXT value in ",
  ]

  /// Looks for damage that no reading or writing has met yet: somebody else's bytes in the file, sectors that have gone. It
  /// reads with a connection of its own, since the one that writes has pages in its memory. (The file is never opened
  /// but by SQLite: closing it would take SQLite's locks away.)
  /// - Parameter position: where the last look at the readings of a large file ended.
  package func check(_ position: inout CheckPosition) throws(LogbookError) {
    var next = position
    do {
      var configuration = Configuration()
      configuration.label = "logbook check"
      configuration.readonly = true
      configuration.busyMode = .timeout(1)
      try DatabaseQueue(path: path, configuration: configuration).read { db in
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        if pages.multipliedReportingOverflow(by: size).partialValue <= Self.wholeUpTo {
          try quickCheck(db, of: nil)
        } else {
          for table in ["run", "session", "alarm", "scenario", "hole", "damage"] { try quickCheck(db, of: table) }
          // A sum over a column at the end of a row reads the row to its end.
          _ = try Row.fetchAll(
            db, sql: "SELECT sum(history) FROM (SELECT history FROM reading ORDER BY id DESC LIMIT \(Self.newestRows))")
          try checkInTurn(db, &next)
        }
      }
    } catch let error as LogbookError {
      throw error
    } catch {
      // What is only busy, or lacks a file descriptor, is no damage; the next look comes soon.
      let error = LogbookError(error, path: path)
      if case .corrupt = error { throw error }
    }
    position = next
  }

  private func quickCheck(_ db: Database, of table: String?) throws {
    let found = try String.fetchAll(db, sql: "PRAGMA quick_check(\(table ?? "5"))")
    let isSound = found.allSatisfy { line in line == "ok" || Self.harmless.contains { line.hasPrefix($0) } }
    guard isSound else { throw LogbookError.corrupt(path: path) }
  }

  private func checkInTurn(_ db: Database, _ position: inout CheckPosition) throws {
    let newest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM reading") ?? 0
    let below = min(position.below ?? newest, newest)
    _ = try Row.fetchAll(
      db, sql: "SELECT sum(history) FROM reading WHERE id < ? AND id >= ?",
      arguments: [below, below > Self.rowsInTurn ? below - Self.rowsInTurn : 0])
    position.below = below > Self.rowsInTurn ? below - Self.rowsInTurn : nil
  }
}
