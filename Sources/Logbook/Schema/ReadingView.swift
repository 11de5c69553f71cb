import GRDB

/// The view `reading` of all readings that are not in blocks. A migration that adds a column to one of its tables creates
/// it again.
///
/// - `wide_reading` has a column for everything that a reading may hold, and names its sensor in each row.
/// - `quick_reading` has the few columns of a reading that comes each second, and the number of its sensor.
///
/// Their ids are one sequence, so that the order of all readings is known. SQLite counts it for `wide_reading`; for both it
/// would write one page more in each minute.
enum ReadingView {
  /// The tables of the view.
  static let tables = ["wide_reading", "quick_reading"]

  /// The tables to search in a file of any schema. An aggregate over the view would compute all its columns.
  static func tables(of db: Database) throws -> [String] {
    try db.tableExists("quick_reading") ? tables : ["reading"]
  }

  /// The highest id that any reading has had, as SQL.
  static let lastID = """
    max((SELECT coalesce(max(CAST(seq AS INTEGER)), 0) FROM sqlite_sequence WHERE name = 'wide_reading'),
      (SELECT coalesce(max(id), 0) FROM wide_reading), (SELECT coalesce(max(id), 0) FROM quick_reading))
    """

  /// The highest id that any reading has had.
  static func lastID(_ db: Database) throws -> Int64 {
    max(0, try Int64.fetchOne(db, sql: "SELECT \(lastID)") ?? 0)
  }

  /// Notes the highest id, before rows are deleted.
  static func noteLastID(_ db: Database) throws {
    let last = try lastID(db)
    try db.execute(sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'wide_reading'", arguments: [last])
    guard db.changesCount == 0 else { return }
    try db.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('wide_reading', ?)", arguments: [last])
  }

  /// The RR intervals as a JSON array of milliseconds, as in `wide_reading`.
  private static let milliseconds = """
    CAST(iif(json_valid('[' || rr_ticks || ']'), (SELECT json_group_array(value * 1000 / 1024.0)
      FROM json_each('[' || rr_ticks || ']')), NULL) AS TEXT) AS rr_ms
    """

  /// Creates the view from the columns that the tables have now.
  static func create(_ db: Database) throws {
    let quick = Set(try db.columns(in: "quick_reading").map(\.name))
    let wide = try db.columns(in: "wide_reading")
    let missing = wide.map { column in
      switch column.name {
      case "address", "model": "sensor.\(column.name)"
      case "id": "quick_reading.id"
      case "rr_ms": milliseconds
      case _ where quick.contains(column.name): column.name
      // With equal types SQLite searches both tables by their ids, and does not read the whole view first.
      default: "CAST(\(column.name == "history" ? "0" : "NULL") AS \(column.type)) AS \(column.name)"
      }
    }
    let all = wide.map(\.name).joined(separator: ", ")
    let hasSums = wide.contains { $0.name == RowSums.column }
    let sound = try tables.map { table -> String in
      guard hasSums else { return "" }
      let condition = try RowSums.condition(of: table, in: db)
      return ", \(condition) AS \(RowSums.sound)"
    }
    try db.execute(
      sql: """
        DROP VIEW IF EXISTS reading;
        CREATE VIEW reading AS SELECT \(all)\(sound[0]) FROM wide_reading
        UNION ALL SELECT \(missing.joined(separator: ", "))\(sound[1]) FROM quick_reading
          JOIN sensor ON sensor.id = sensor_id
        """)
  }
}
