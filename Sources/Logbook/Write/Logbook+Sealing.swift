import FoundationEssentials
import GRDB
import Readings

extension Logbook {
  private static let hour: Int64 = 3_600_000
  /// Rows stay this long after their hour, since a restart looks back further than one hour
  /// (``LastRun/readings``).
  private static let keptAsRows: Int64 = 3_900_000
  /// Rows that are dated later than this were written with a wrong clock. They are sealed too, or they would stay rows
  /// until that date.
  private static let future: Int64 = 2 * hour
  /// A box that never learns the date seals its rows after this time. Sooner, a correction of the date would have to
  /// change blocks.
  private static let waitsForDate: Int64 = 24 * hour
  /// More readings of one hour make several blocks, so that no transaction is long. A strap sends 3,600.
  private static let mostRows = 4_096

  /// The oldest hour of a sensor that can be sealed; `nil` if there is none. It only reads.
  /// - Parameter now: milliseconds since 1970.
  package func unsealedHour(now: Int64) throws(LogbookError) -> UnsealedHour? {
    do {
      return try read { db in
        // An interrupted salvage copies rows again, and must find those that it has copied.
        guard try Row.fetchOne(db, sql: "SELECT 1 FROM damage WHERE report IS NULL") == nil else { return nil }
        let run = try Row.fetchOne(db, sql: "SELECT clock, after_reading_id FROM run ORDER BY id DESC LIMIT 1")
        let mark: Int64 = run?.checked("after_reading_id") ?? 0
        let clock: String? = run?.checked("clock")
        // A restart looks back from the newest reading, which may be hours old.
        let newest = try Int64.fetchOne(
          db,
          sql: "SELECT at_ms, id FROM reading WHERE NOT history AND \(UnsealedHour.soundRow) ORDER BY id DESC LIMIT 1")
        let latest = min(now, newest ?? now)
        let end = ((now - latest < Self.expectedFor ? latest : now) - Self.keptAsRows) / Self.hour * Self.hour
        // Of the present run without a date, only what has waited for a day.
        let undated = clock == "unset" ? min(end, (now - Self.waitsForDate) / Self.hour * Self.hour) : end
        // Without a date, the rows of earlier runs only seem to be of the future.
        let future = clock == "unset" ? Int64.max : now + Self.future
        guard
          let first = try Row.fetchOne(
            db,
            sql: """
              SELECT id, session_id, at_ms, address, model, history FROM reading
              WHERE \(UnsealedHour.soundRow)
                AND (at_ms < iif(id > :mark, :undated, :end) OR (at_ms > :future AND id <= :mark)) AND is_sound
              ORDER BY id LIMIT 1
              """, arguments: ["mark": mark, "undated": undated, "end": end, "future": future]),
          let id: Int64 = first.checked("id"), let at: Int64 = first.checked("at_ms")
        else { return nil }
        let begin = at / Self.hour * Self.hour
        let statement = try db.makeStatement(
          sql: """
            SELECT * FROM reading WHERE id >= :first AND id <= :last AND \(UnsealedHour.soundRow)
              AND at_ms >= :begin AND at_ms < :begin + \(Self.hour)
              AND address IS :address AND model IS :model AND session_id IS :session AND history IS :history
              AND is_sound
              AND id < coalesce((SELECT id FROM reading WHERE id > :first AND NOT history
                AND at_ms >= :begin + \(Self.hour) ORDER BY id LIMIT 1), :last + 1)
            ORDER BY id LIMIT \(Self.mostRows)
            """)
        let rows = try Row.fetchCursor(
          statement,
          arguments: [
            "first": id, "last": id <= mark ? mark : Int64.max - 1, "begin": begin, "address": first["address"],
            "model": first["model"], "session": first["session_id"], "history": first["history"],
          ])
        return try UnsealedHour(rows, of: statement)
      }
    } catch {
      throw LogbookError(error, path: path)
    }
  }

  /// The rows of a block are not there any more.
  private struct RowsAreGone: Error {}

  /// Puts a block in the place of its rows, in one transaction. If one of them is gone, such as with its session, which
  /// another program may delete at any time, nothing is done.
  package func seal(_ hour: UnsealedHour) throws(LogbookError) {
    guard let first = hour.rows.first, let last = hour.rows.last else { return }
    do {
      // Nothing refers to a reading. With foreign keys, SQLite would write every page that becomes empty once more.
      try writeWithoutForeignKeys { db in
        try ReadingView.noteLastID(db)
        let statements = try ReadingView.tables.map {
          try db.cachedStatement(sql: "DELETE FROM \($0) WHERE id = ? AND at_ms = ?")
        }
        for row in hour.rows {
          var deleted = 0
          for statement in statements where deleted == 0 {
            // The time too, in case a damaged file has a row of this id in both tables.
            try statement.execute(arguments: [row.id, row.at])
            deleted = db.changesCount
          }
          guard deleted == 1 else { throw RowsAreGone() }
        }
        let isFollowed = try Self.isFollowed(hour.block, after: last.id, in: db)
        try Self.insert(
          hour.block, hour.data, session: hour.session, rows: first.id...last.id, isFollowed: isFollowed, in: db)
      }
    } catch is RowsAreGone {
      return
    } catch {
      throw LogbookError(error, path: path)
    }
  }

  /// How many of the next rows are looked at for one that follows a block.
  private static let rowsInView: Int64 = 10_000

  /// Whether the hour after a block has readings of its sensor that will be sealed too. The last values of the block hold into
  /// that hour, whose figures need not be computed before.
  private static func isFollowed(_ block: SealedBlock, after row: Int64, in db: Database) throws -> Bool {
    guard let end = block.end else { return true }
    let next = (end / hour + 1) * hour
    return try Row.fetchOne(
      db,
      sql: """
        SELECT 1 FROM reading WHERE id > :row AND id <= :row + \(rowsInView) AND \(UnsealedHour.soundRow)
          AND at_ms >= :next AND at_ms < :next + \(hour) AND address = :address AND model = :model LIMIT 1
        """, arguments: ["row": row, "next": next, "address": "\(block.address)", "model": block.model]) != nil
  }

  /// Adds blocks that come from elsewhere than the rows of this file, in one transaction.
  package func add(_ blocks: [SealedBlock], session: Int64?) throws(LogbookError) {
    do {
      try write { db in
        for block in blocks {
          let data = block.encoded()
          try Self.insert(block.kept(in: data), data, session: session, rows: 0...0, in: db)
        }
      }
    } catch {
      throw LogbookError(error, path: path)
    }
  }

  static func insert(
    _ block: SealedBlock, _ data: [UInt8], session: Int64?, rows: ClosedRange<Int64>, isFollowed: Bool = false,
    in db: Database
  ) throws {
    guard let start = block.start, let end = block.end else { return }
    try db.execute(
      sql: """
        INSERT INTO block (session_id, sensor_id, first_ms, last_ms, count, first_reading_id, last_reading_id, data)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        session, try db.sensorID(block.address, block.model), start, end, block.readings.count, rows.lowerBound,
        rows.upperBound, Data(data),
      ])
    try UnrolledHours.add(blocks: "id = ?", [db.lastInsertedRowID], isFollowed: isFollowed, in: db)
  }
}
