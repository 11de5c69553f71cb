import GRDB

extension LogbookReader {
  /// The alarms that were on at any time from one time until before another one, oldest first, without tests. One that began
  /// before has its true beginning, and one that goes on afterwards has no end.
  /// - Parameter session: only those of this session, and those that were on when it began.
  package func alarms(
    from start: Int64, until end: Int64, session: Int64? = nil
  ) throws(LogbookError) -> [RecalledAlarm] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM \(try RowSums.judged("alarm", in: db))
          WHERE typeof(at_ms) = 'integer' AND at_ms >= :start AND at_ms < :end
            \(session == nil ? "" : "AND session_id = :session") ORDER BY id
          """, arguments: session.map { ["start": start, "end": end, "session": $0] } ?? ["start": start, "end": end])
      return Logbook.alarms(try Self.open(at: start, in: db) + rows)
        .filter { !$0.isTest && ($0.beganAt >= start || $0.endedAt.map { $0 > start } ?? true) }
        .sorted { $0.beganAt < $1.beganAt }
    }
  }

  /// The rows of the alarms that were on at a time, or only sounded on, each from its beginning up to that time. An alarm that an
  /// earlier run has left open, and that the run of that time knows nothing of, is over.
  private static func open(at start: Int64, in db: Database) throws -> [Row] {
    guard try db.tableExists("run"), try db.columns(in: "alarm").contains(where: { $0.name == "test" }) else {
      return []
    }
    let isEarlier = "typeof(at_ms) = 'integer' AND at_ms < :start AND test = 0"
    let open = try Row.fetchAll(
      db,
      sql: """
        SELECT condition, address, max(id) AS last FROM alarm WHERE \(isEarlier) AND id >
          (SELECT coalesce(max(after_alarm_id), 0) FROM run WHERE started_at_ms <= :start)
        GROUP BY condition, address
        """, arguments: ["start": start])
    return try open.flatMap { row -> [Row] in
      guard let condition: String = row.checked("condition"), let last: Int64 = row.checked("last"),
        let presence = try String.fetchOne(db, sql: "SELECT presence FROM alarm WHERE id = ?", arguments: [last]),
        presence != "off"
      else { return [] }
      let key: StatementArguments = ["condition": condition, "address": row.checked("address") as String?]
      let same = "condition = :condition AND address IS :address AND test = 0"
      let before = try Int64.fetchOne(
        db, sql: "SELECT max(id) FROM alarm WHERE \(same) AND presence = 'off' AND id < :last",
        arguments: key + ["last": last])
      return try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM \(try RowSums.judged("alarm", in: db)) WHERE \(same) AND id > :before AND id <= :last ORDER BY id
          """,
        arguments: key + ["before": before ?? 0, "last": last])
    }
  }
}
