import GRDB

/// The view `reading` of all readings that are not in blocks. A migration that adds a column to one of its tables creates
/// it again.
///
/// - `wide_reading` has a column for everything that a reading may hold, and names its sensor in each row.
/// - `quick_reading` has the few columns of a reading that comes each second, and the number of its sensor.
enum ReadingView {
  /// The tables of the view.
  static let tables = ["wide_reading", "quick_reading"]

  /// The highest id of a reading, as SQL. The view would be read to its end.
  static let latestID =
    "max((SELECT coalesce(max(id), 0) FROM wide_reading), (SELECT coalesce(max(id), 0) FROM quick_reading))"

  /// Creates the view from the columns that the tables have now.
  static func create(_ db: Database) throws {
    let quick = Set(try db.columns(in: "quick_reading").map(\.name))
    let wide = try db.columns(in: "wide_reading")
    let missing = wide.map { column in
      switch column.name {
      case "address", "model": "sensor.\(column.name)"
      case "id": "quick_reading.id"
      case _ where quick.contains(column.name): column.name
      // With equal types SQLite searches both tables by their ids, and does not read the whole view first.
      default: "CAST(\(column.name == "history" ? "0" : "NULL") AS \(column.type)) AS \(column.name)"
      }
    }
    let all = wide.map(\.name).joined(separator: ", ")
    try db.execute(
      sql: """
        DROP VIEW IF EXISTS reading;
        CREATE VIEW reading AS SELECT \(all) FROM wide_reading
        UNION ALL SELECT \(missing.joined(separator: ", ")) FROM quick_reading JOIN sensor ON sensor.id = sensor_id
        """)
  }
}
