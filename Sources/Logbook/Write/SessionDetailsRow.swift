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
