import GRDB

/// What was drunk and taken in a session, as rows and columns.
enum IntakeRows {
  /// Writes a drink, or that it or the caffeine is taken back. Without a session there is nothing to write.
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
    default: break
    }
  }
}
