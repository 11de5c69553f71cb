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
  static func begin(at: Int64, isClockSet: Bool, mark: String?, bootedAt: Int64?, in db: Database) throws {
    let latest = tables.map { "(SELECT coalesce(max(id), 0) FROM \($0.0))" }.joined(separator: ", ")
    let columns = tables.map { "after_\($0.0)_id" }.joined(separator: ", ")
    try db.execute(
      sql: "INSERT INTO run (started_at_ms, clock, mark, booted_at_ms, \(columns)) VALUES (?, ?, ?, ?, \(latest))",
      arguments: [at, isClockSet ? "set" : "unset", mark, bootedAt])
  }

  /// Moves all stamps of the latest run, and says so in its row. Where somebody has set the clock in the middle of it, only
  /// those since.
  static func move(by shift: Int64, in db: Database) throws {
    for (table, columns) in tables {
      let changes = columns.map { "\($0) = \($0) + :shift" }.joined(separator: ", ")
      let after = table == "alarm" ? "coalesce(step_after_alarm_id, after_alarm_id)" : "after_\(table)_id"
      try db.execute(
        sql: """
          UPDATE \(table) SET \(changes)
          WHERE id > coalesce((SELECT \(after) FROM run WHERE id = (SELECT max(id) FROM run)), 0)
          """, arguments: ["shift": shift])
    }
    // A hole ends with a reading of this run, and may begin with one of another.
    try db.execute(
      sql: """
        UPDATE hole SET from_ms = from_ms + iif(from_ms >= run.started_at_ms, :shift, 0), to_ms = to_ms + :shift
        FROM run WHERE run.id = (SELECT max(id) FROM run) AND run.step_after_alarm_id IS NULL
          AND to_ms >= run.started_at_ms
        """, arguments: ["shift": shift])
    try db.execute(
      sql: """
        UPDATE run SET started_at_ms = started_at_ms + iif(step_after_alarm_id IS NULL, :shift, 0),
          booted_at_ms = booted_at_ms + :shift, clock = 'corrected', clock_shift_ms = coalesce(clock_shift_ms, 0) + :shift
        WHERE id = (SELECT max(id) FROM run)
        """, arguments: ["shift": shift])
  }

  /// From here on the stamps of the latest run are of another clock. Those before stay where they are.
  static func step(by step: Int64, in db: Database) throws {
    // What a restart goes on with begins where it did.
    let latest = tables.filter { $0.0 != "alarm" }
      .map { "after_\($0.0)_id = (SELECT coalesce(max(id), 0) FROM \($0.0))" }.joined(separator: ", ")
    try db.execute(
      sql: """
        UPDATE run SET \(latest), step_after_alarm_id = (SELECT coalesce(max(id), 0) FROM alarm),
          booted_at_ms = booted_at_ms + :step, clock_step_ms = coalesce(clock_step_ms, 0) + :step
        WHERE id = (SELECT max(id) FROM run)
        """, arguments: ["step": step])
  }
}
