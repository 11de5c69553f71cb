import GRDB
import Sessions

/// The columns of a session that hold what a person says about it.
enum SessionDetailsRow {
  private static func values(_ details: SessionDetails) -> [(column: String, text: String?)] {
    [
      ("airline", details.airline), ("flight_number", details.flight), ("seat", details.seat),
      ("origin", details.origin), ("destination", details.destination),
    ] + PersonNotes.fields.map { (column: column(of: $0.name), text: details.notes[keyPath: $0.path]) }
  }

  /// The column of one of the notes for a doctor.
  static func column(of note: String) -> String { "about_\(note)" }

  /// Writes what was said. What was not said stays, and an empty text deletes what was there.
  static func add(_ details: SessionDetails, to session: Int64?, in db: Database) throws {
    for (column, text) in values(details) {
      guard let text else { continue }
      try db.execute(
        sql: "UPDATE session SET \(column) = nullif(?, '') WHERE id = ?", arguments: [text, session])
    }
  }

  static func details(_ row: Row) -> SessionDetails {
    var details = SessionDetails(
      airline: row.checked("airline"), flight: row.checked("flight_number"), seat: row.checked("seat"),
      origin: row.checked("origin"), destination: row.checked("destination"))
    for (name, path) in PersonNotes.fields { details.notes[keyPath: path] = row.checked(column(of: name)) }
    return details
  }
}
