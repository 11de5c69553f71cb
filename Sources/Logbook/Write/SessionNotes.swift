import GRDB

/// What people note about a session while it runs, as rows and columns: drinks, caffeine and the checklist.
enum SessionNotes {
  /// Writes a note. Without a session there is nothing to write.
  static func insert(_ entry: LogEntry, session: Int64?, in db: Database) throws {
    guard let session else { return }
    switch entry {
    case .drink(let id, let millilitres, let at):
      try db.insert(
        into: "hydration", ["session_id": session, "at_ms": at, "amount_ml": millilitres, "uuid": id])
    case .drinkTakenBack:
      try db.execute(
        sql: "DELETE FROM hydration WHERE id = (SELECT max(id) FROM hydration WHERE session_id = ?)",
        arguments: [session])
    case .caffeine(let at):
      try db.execute(sql: "UPDATE session SET caffeine_at_ms = ? WHERE id = ?", arguments: [at, session])
    case .placementConfirmed:
      try db.execute(sql: "UPDATE session SET placement_confirmed = 1 WHERE id = ?", arguments: [session])
    case .checklist(let missing):
      try db.execute(
        sql: """
          UPDATE session SET checklist_missing = ?, placement_confirmed = coalesce(placement_confirmed, 0) WHERE id = ?
          """, arguments: [missing, session])
    default: break
    }
  }
}
