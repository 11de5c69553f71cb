import GRDB

/// The stamps of a run: which rows are its own, and how they are corrected when a box that did not know the date learns
/// it.
enum RunStamps {
  /// The tables that a run writes, with their columns of dates. An end of a session may be missing.
  private static let tables = [
    ("session", ["started_at_ms", "ended_at_ms"]), ("reading", ["at_ms"]),
    ("alarm", ["at_ms", "silent_until_ms"]), ("scenario", ["at_ms"]),
  ]

  /// Writes down where the rows of a run begin.
  static func begin(at: Int64, isClockSet: Bool, mark: String?, in db: Database) throws {
    let latest = tables.map { "(SELECT coalesce(max(id), 0) FROM \($0.0))" }.joined(separator: ", ")
    let columns = tables.map { "after_\($0.0)_id" }.joined(separator: ", ")
    try db.execute(
      sql: "INSERT INTO run (started_at_ms, clock, mark, \(columns)) VALUES (?, ?, ?, \(latest))",
      arguments: [at, isClockSet ? "set" : "unset", mark])
  }

  /// Moves all stamps of the latest run, and says so in its row.
  static func move(by shift: Int64, in db: Database) throws {
    for (table, columns) in tables {
      let changes = columns.map { "\($0) = \($0) + :shift" }.joined(separator: ", ")
      try db.execute(
        sql: """
          UPDATE \(table) SET \(changes)
          WHERE id > coalesce((SELECT after_\(table)_id FROM run WHERE id = (SELECT max(id) FROM run)), 0)
          """, arguments: ["shift": shift])
    }
    try db.execute(
      sql: """
        UPDATE run SET started_at_ms = started_at_ms + :shift, clock = 'corrected', clock_shift_ms = :shift
        WHERE id = (SELECT max(id) FROM run)
        """, arguments: ["shift": shift])
  }
}
