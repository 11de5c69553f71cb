import GRDB
import Sessions

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
