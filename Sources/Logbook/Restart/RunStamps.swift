import GRDB

/// The times of the rows of a run: which rows belong to it, and their correction when the date becomes known or
/// the clock is changed.
enum RunStamps {
  /// The tables that a run writes, with their columns of times. Some of these may be NULL, such as the end of a
  /// session.
  private static let tables = [
    ("session", ["started_at_ms", "ended_at_ms", "caffeine_at_ms"]), ("wide_reading", ["at_ms"]),
    ("quick_reading", ["at_ms"]), ("alarm", ["at_ms", "silent_until_ms"]), ("scenario", ["at_ms"]),
    ("phase", ["since_ms"]), ("hydration", ["at_ms"]),
  ]

  /// What `run` counts, and the highest id of each, as SQL.
  private static let counted =
    ["session", "alarm", "scenario", "phase", "hydration"].map {
      ($0, "(SELECT coalesce(max(id), 0) FROM \($0))")
    } + [("reading", ReadingView.lastID)]

  /// Inserts a run, with the ids after which its rows begin.
  static func begin(at: Int64, isClockSet: Bool, mark: String?, bootedAt: Int64?, in db: Database) throws {
    let latest = counted.map(\.1).joined(separator: ", ")
    let columns = counted.map { "after_\($0.0)_id" }.joined(separator: ", ")
    try db.execute(
      sql: "INSERT INTO run (started_at_ms, clock, mark, booted_at_ms, \(columns)) VALUES (?, ?, ?, ?, \(latest))",
      arguments: [at, isClockSet ? "set" : "unset", mark, bootedAt])
  }

  /// Moves all times of the latest run by milliseconds, and marks the run as corrected. If the clock was
  /// changed during the run, only later times are moved. A block keeps its bytes and records the shift.
  static func move(by shift: Int64, in db: Database) throws {
    // By 0, figures stay as they are.
    for table in ReadingView.tables where shift != 0 {
      let isOfRun = "id > coalesce((SELECT after_reading_id FROM run WHERE id = (SELECT max(id) FROM run)), 0)"
      try UnrolledHours.add(beforeRowsOf: table, isOfRun, [], in: db)
    }
    for (table, columns) in tables {
      let changes = columns.map { "\($0) = \($0) + :shift" }.joined(separator: ", ")
      let kind = ReadingView.tables.contains(table) ? "reading" : table
      let after = kind == "alarm" ? "coalesce(step_after_alarm_id, after_alarm_id)" : "after_\(kind)_id"
      try db.execute(
        sql: """
          UPDATE \(table) SET \(changes)
          WHERE id > coalesce((SELECT \(after) FROM run WHERE id = (SELECT max(id) FROM run)), 0)
          """, arguments: ["shift": shift])
    }
    let moved =
      "first_reading_id > coalesce((SELECT after_reading_id FROM run WHERE id = (SELECT max(id) FROM run)), 0)"
    try SessionContinuation.move(by: shift, in: db)
    let blocks = shift == 0 ? [] : try Int64.fetchAll(db, sql: "SELECT id FROM block WHERE \(moved)")
    try UnrolledHours.add(blocks: blocks, in: db)
    try db.execute(
      sql: """
        UPDATE block SET shift_ms = shift_ms + :shift, first_ms = first_ms + :shift, last_ms = last_ms + :shift
        WHERE \(moved)
        """, arguments: ["shift": shift])
    try UnrolledHours.add(blocks: blocks, in: db)
    // A gap ends with a reading of this run, but may begin with one of an earlier run.
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

  /// Records that the clock was changed by a number of milliseconds: a later ``move(by:in:)`` must not change earlier
  /// rows.
  static func step(by step: Int64, in db: Database) throws {
    // The alarms for a restart still begin at the start of the run.
    let latest = counted.filter { $0.0 != "alarm" }.map { "after_\($0.0)_id = \($0.1)" }.joined(separator: ", ")
    try db.execute(
      sql: """
        UPDATE run SET \(latest), step_after_alarm_id = (SELECT coalesce(max(id), 0) FROM alarm),
          booted_at_ms = booted_at_ms + :step, clock_step_ms = coalesce(clock_step_ms, 0) + :step
        WHERE id = (SELECT max(id) FROM run)
        """, arguments: ["step": step])
  }
}
