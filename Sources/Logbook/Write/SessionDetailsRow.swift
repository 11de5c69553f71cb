import GRDB
import Sessions

/// The columns of a session that hold what a person says about it.
enum SessionDetailsRow {
  private static func values(_ details: SessionDetails) -> [(column: String, text: String?)] {
    [
      ("airline", details.airline), ("flight_number", details.flight), ("seat", details.seat),
      ("origin", details.origin), ("destination", details.destination),
    ]
  }

  /// Writes what was said. What was not said stays, and an empty text deletes what was there.
  static func add(_ details: SessionDetails, to session: Int64?, in db: Database) throws {
    for (column, text) in values(details) {
      guard let text else { continue }
      try db.execute(
        sql: "UPDATE session SET \(column) = nullif(?, '') WHERE id = ?", arguments: [text, session])
    }
  }

  static func details(_ row: Row) -> SessionDetails {
    SessionDetails(
      airline: row.checked("airline"), flight: row.checked("flight_number"), seat: row.checked("seat"),
      origin: row.checked("origin"), destination: row.checked("destination"))
  }
}

extension Logbook {
  /// Writes what a person says about a past or present session. A box may write the file meanwhile.
  /// - Parameter details: what was not said stays, and an empty text deletes what was there.
  /// - Returns: whether there is such a session.
  package static func edit(session id: Int64, of path: String, _ details: SessionDetails) throws(LogbookError) -> Bool {
    try maintaining(path, label: "logbook edit") { database in
      try database.write { db in
        guard try Row.fetchOne(db, sql: "SELECT 1 FROM session WHERE id = ?", arguments: [id]) != nil else {
          return false
        }
        try SessionDetailsRow.add(details, to: id, in: db)
        return true
      }
    }
  }
}
