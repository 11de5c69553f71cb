import GRDB

/// The part of the present session that lies before this run.
package struct EarlierPart: Sendable, Equatable {
  package let record: SessionRecord
  package let drinks: [SessionParts.Drink]
  /// When it went on in this run, milliseconds since 1970.
  package let joinedAt: Int64
}

extension Logbook {
  /// What the present session was before this run; `nil` if it has begun in it, or if there is none.
  package func earlierPart() throws(LogbookError) -> EarlierPart? {
    guard let id = presentSession else { return nil }
    return try read { db in
      guard let run = try Row.fetchOne(db, sql: "SELECT * FROM run ORDER BY id DESC LIMIT 1"),
        let first: Int64 = run.checked("after_session_id"), id <= first,
        let number: Int64 = run.checked("id"),
        let joinedAt = try Int64.fetchOne(
          db, sql: "SELECT to_ms FROM session_gap WHERE session_id = ? AND run_id = ?", arguments: [id, number]),
        let row = try Row.fetchOne(db, sql: "SELECT * FROM session WHERE id = ?", arguments: [id]),
        let record = LogbookReader.session(row)
      else { return nil }
      let rows = try Row.fetchAll(
        db, sql: "SELECT * FROM hydration WHERE session_id = ? AND id <= ? ORDER BY id",
        arguments: [id, run.checked("after_hydration_id") ?? 0])
      let drinks = rows.compactMap(SessionParts.Drink.init)
      return EarlierPart(record: record, drinks: drinks, joinedAt: joinedAt)
    }
  }
}
