import GRDB
import Sessions

/// A session that goes on after a restart of the box.
///
/// A session that no person has ended goes on in the next run of the same profile, if both runs know the date, or neither
/// does and the machine was not booted in between, and the next one begins at most ``longest`` after its end; the time in
/// between is a row of `session_gap`. Any other stays closed at its last record. A run that learns the date only later begins a session of its own, which is joined to the earlier
/// one then. If a clock turns out to have been wrong, the two are parted again.
enum SessionContinuation {
  /// Own choice: a flight with its stop on the way, or a night with a power cut. In milliseconds.
  static let longest: Int64 = 6 * 3_600_000
  /// What the session says about a time without a box.
  static let reason = "restart"
  /// The profile of a session whose readings come from a file.
  static let importedProfile = "imported"
  /// How many earlier sessions are looked at. Those of runs without a date are passed over.
  private static let mostEarlier = 20

  /// The present run, as far as it matters here. A run whose clock was set by hand is left as it is, since its
  /// rows before that are no longer known.
  private struct Run {
    let id: Int64
    let after: [String: Int64]
    let knowsDate: Bool
    /// When the machine was booted, by the clock of the run.
    let bootedAt: Int64?

    init?(_ db: Database) throws {
      guard let row = try Row.fetchOne(db, sql: "SELECT * FROM run ORDER BY id DESC LIMIT 1"),
        let id: Int64 = row.checked("id"), let clock: String = row.checked("clock"),
        (row.checked("step_after_alarm_id") as Int64?) == nil
      else { return nil }
      self.id = id
      knowsDate = clock != "unset"
      bootedAt = row.checked("booted_at_ms")
      after = Dictionary(
        uniqueKeysWithValues: (tables + ["session"]).map { ($0, row.checked("after_\($0)_id") ?? 0) })
    }
  }

  /// The tables whose rows belong to a session, beside its blocks.
  private static let tables = ["reading", "alarm", "scenario", "phase", "hydration"]

  /// Decides whether the present session continues an earlier one, or no longer does. It is called when the session has
  /// begun, and when the date of its run was corrected.
  /// - Returns: the session that is the present one from now on.
  static func settle(_ session: Int64, in db: Database) throws -> Int64 {
    guard let run = try Run(db), let firstOwn = run.after["session"] else { return session }
    if session <= firstOwn { return try part(session, of: run, in: db) ?? session }
    // Only the session with which the run has begun: any other was started by a person.
    let first = try Int64.fetchOne(db, sql: "SELECT min(id) FROM session WHERE id > ?", arguments: [firstOwn])
    guard first == session,
      let own = try Row.fetchOne(db, sql: "SELECT * FROM session WHERE id = ?", arguments: [session]),
      let start: Int64 = own.checked("started_at_ms"), let profile: String = own.checked("profile"),
      let earlier = try lastSession(before: run, in: db), earlier.profile == profile,
      isContinued(from: earlier.end, to: start)
    else { return session }
    try join(session, to: earlier.id, in: db, of: run)
    try db.execute(
      sql: "INSERT INTO session_gap (session_id, run_id, from_ms, to_ms, reason) VALUES (?, ?, ?, ?, ?)",
      arguments: [earlier.id, run.id, earlier.end, start, reason])
    return earlier.id
  }

  private static func isContinued(from end: Int64, to start: Int64) -> Bool {
    // A damaged file may hold any number.
    let (length, overflow) = start.subtractingReportingOverflow(end)
    return !overflow && (0...longest).contains(length)
  }

  /// The latest session whose times can be compared with those of this run; `nil` if a person has ended it, or another one
  /// after it.
  private static func lastSession(
    before run: Run, in db: Database
  ) throws -> (id: Int64, end: Int64, profile: String)? {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT session.*, run.clock, run.booted_at_ms FROM session
        LEFT JOIN run ON run.id = (SELECT max(id) FROM run WHERE id < :run AND (after_session_id < session.id
          OR id IN (SELECT run_id FROM session_gap WHERE session_id = session.id)))
        WHERE session.id <= :after AND profile IS NOT :imported ORDER BY session.id DESC LIMIT \(mostEarlier)
        """,
      arguments: ["run": run.id, "after": run.after["session"], "imported": importedProfile])
    for row in rows {
      guard let reason: String = row.checked("end_reason"), reason != "ended" else { return nil }
      let clock: String? = row.checked("clock"), bootedAt: Int64? = row.checked("booted_at_ms")
      if run.knowsDate {
        guard let clock, clock != "unset" else { continue }
      } else {
        // The clock is wrong by the same time in both.
        guard clock == "unset", let before = bootedAt, let now = run.bootedAt, BootTime.isSame(before, now) else {
          return nil
        }
      }
      guard let id: Int64 = row.checked("id"), let end: Int64 = row.checked("ended_at_ms"),
        let profile: String = row.checked("profile")
      else { return nil }
      return (id, end, profile)
    }
    return nil
  }

  /// Gives the rows of a session of this run to an earlier session, and opens that again. Its figures are computed from
  /// all of its readings from now on.
  private static func join(_ session: Int64, to earlier: Int64, in db: Database, of run: Run) throws {
    try moveRows(of: run, from: session, to: earlier, in: db)
    let details =
      [
        "airline", "flight_number", "seat", "origin", "destination", "caffeine_at_ms", "placement_confirmed",
        "checklist_missing",
      ] + PersonNotes.fields.map { SessionDetailsRow.column(of: $0.name) }
    let said = details.map { "\($0) = coalesce((SELECT \($0) FROM session WHERE id = :own), \($0))" }
    let figures = [
      "ended_at_ms", "end_reason", "readings", "co2_ppm_min", "co2_ppm_mean", "co2_ppm_max", "heart_rate_bpm_min",
      "heart_rate_bpm_mean", "heart_rate_bpm_max", "alarms_high", "alarms_medium", "alarms_low", "grade",
    ].map { "\($0) = NULL" }
    try db.execute(
      sql: "UPDATE session SET \((said + figures).joined(separator: ", ")) WHERE id = :earlier",
      arguments: ["own": session, "earlier": earlier])
    try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [session])
    // No one has seen its number, so the next session gets it: a restart skips none.
    try db.execute(
      sql: "UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'session' AND seq = ?", arguments: [session])
  }

  private static func moveRows(of run: Run, from session: Int64, to other: Int64, in db: Database) throws {
    for table in ReadingView.tables + tables.filter({ $0 != "reading" }) {
      try db.execute(
        sql: "UPDATE \(table) SET session_id = :other WHERE session_id = :session AND id > :after",
        arguments: [
          "other": other, "session": session,
          "after": run.after[ReadingView.tables.contains(table) ? "reading" : table],
        ])
    }
    try db.execute(
      sql: "UPDATE block SET session_id = :other WHERE session_id = :session AND first_reading_id > :after",
      arguments: ["other": other, "session": session, "after": run.after["reading"]])
  }

  /// Parts a session again that this run has continued, if by the corrected date it should not have.
  /// - Returns: the new session; `nil` if nothing had to be parted.
  private static func part(_ session: Int64, of run: Run, in db: Database) throws -> Int64? {
    let gap = try Row.fetchOne(
      db, sql: "SELECT * FROM session_gap WHERE session_id = ? AND run_id = ?", arguments: [session, run.id])
    guard let gap, let id: Int64 = gap.checked("id"), let from: Int64 = gap.checked("from_ms"),
      let to: Int64 = gap.checked("to_ms"), !isContinued(from: from, to: to)
    else { return nil }
    try db.execute(
      sql: "INSERT INTO session (started_at_ms, profile) SELECT ?, profile FROM session WHERE id = ?",
      arguments: [to, session])
    let own = db.lastInsertedRowID
    try moveRows(of: run, from: session, to: own, in: db)
    try db.execute(sql: "DELETE FROM session_gap WHERE id = ?", arguments: [id])
    try db.execute(
      sql: "UPDATE session SET ended_at_ms = ?, end_reason = 'interrupted' WHERE id = ?", arguments: [from, session])
    return own
  }

  /// Moves what the present run has written about a session that it continues; its rows are moved by ``RunStamps``.
  static func move(by shift: Int64, in db: Database) throws {
    let present = "(SELECT max(id) FROM run WHERE step_after_alarm_id IS NULL AND id = (SELECT max(id) FROM run))"
    try db.execute(
      sql: """
        UPDATE session SET ended_at_ms = ended_at_ms + :shift
        WHERE ended_at_ms IS NOT NULL AND id IN (SELECT session_id FROM session_gap WHERE run_id = \(present))
          AND id <= (SELECT after_session_id FROM run WHERE id = \(present))
        """, arguments: ["shift": shift])
    try db.execute(
      sql: """
        UPDATE session SET caffeine_at_ms = caffeine_at_ms + :shift
        WHERE id IN (SELECT session_id FROM session_gap WHERE run_id = \(present) AND to_ms <= caffeine_at_ms)
          AND id <= (SELECT after_session_id FROM run WHERE id = \(present))
        """, arguments: ["shift": shift])
    try db.execute(
      sql: "UPDATE session_gap SET to_ms = to_ms + :shift WHERE run_id = \(present)", arguments: ["shift": shift])
  }
}
