import GRDB

/// A checksum in each row of readings, sessions and alarms, since SQLite has none: a flipped bit would change figures
/// without a word.
///
/// Triggers write it, so that rows of every program have it, also of an earlier version, and of a person who corrects a
/// row. It finds what changes the file beneath SQLite. It is the sum of all numbers in thousandths and of the characters
/// of names, modulo a prime, so that every single bit that shows counts. Rows of before it have none, and are taken as
/// they are.
enum RowSums {
  static let column = "check_sum"
  /// The column of a query that says whether a row is as it was written.
  static let sound = "is_sound"
  private static let tables = ["wide_reading", "quick_reading", "session", "alarm"]
  /// A salvage and a restart give these new numbers.
  private static let passedOver: Set<String> = ["id", "session_id", "sensor_id", column]
  /// The greatest prime of two bytes with a sign, so that a row grows by three bytes.
  private static let prime = 32_749
  /// How many characters of a text count.
  private static let lengths = [
    "address": 17, "model": 12, "condition": 20, "priority": 6, "presence": 8, "activation": 8, "profile": 8,
    "end_reason": 12, "grade": 1, "implausible": 20,
  ]

  /// - Parameter row: before the name of each column, such as `NEW.`
  private static func sum(_ columns: [ColumnInfo], _ row: String = "") -> String {
    let parts = columns.flatMap { Self.terms($0.type.uppercased() == "TEXT", $0.name, "\(row)\"\($0.name)\"") }
    return "((\(parts.joined(separator: " + "))) % \(prime))"
  }

  private static func terms(_ isText: Bool, _ name: String, _ value: String) -> [String] {
    guard isText else { return ["coalesce(CAST(round(\(value) * 1000) AS INTEGER), 0)"] }
    if name.hasPrefix("rr_") {
      // RR intervals: digits, with a few characters between them. A point that became a comma counts.
      let signs = [("[", ""), ("]", ""), (",", ""), (".", "5")]
      return stride(from: 1, through: 37, by: 12).map { place in
        let digits = signs.reduce("substr(\(value), \(place), 12)") { "replace(\($0), '\($1.0)', '\($1.1)')" }
        return "coalesce(CAST(\(digits) AS INTEGER), 0)"
      }
    }
    guard let length = lengths[name] else { return [] }
    return (1...length).map { "coalesce(unicode(substr(\(value), \($0), 1)), 0) * \($0)" }
  }

  private static func columns(of table: String, in db: Database) throws -> [ColumnInfo] {
    try db.columns(in: table).filter { !passedOver.contains($0.name) }
  }

  static func create(_ db: Database) throws {
    for table in tables { try db.alter(table: table) { $0.add(column: column, .integer) } }
    try renew(db)
  }

  /// Makes triggers and views of the columns that the tables have now. A migration that adds a column to one of them
  /// calls it, and makes the view of readings after it. The rows of before keep their sums, since a column without a
  /// value adds nothing.
  static func renew(_ db: Database) throws {
    for table in tables {
      let columns = try Self.columns(of: table, in: db)
      let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
      let new = sum(columns, "NEW."), old = sum(columns, "OLD."), condition = try Self.condition(of: table, in: db)
      try db.execute(
        sql: """
          DROP TRIGGER IF EXISTS \(table)_written;
          CREATE TRIGGER \(table)_written AFTER INSERT ON \(table) WHEN NEW.\(column) IS NULL BEGIN
            UPDATE \(table) SET \(column) = \(new) WHERE id = NEW.id;
          END;
          DROP TRIGGER IF EXISTS \(table)_changed;
          CREATE TRIGGER \(table)_changed AFTER UPDATE OF \(names) ON \(table) BEGIN
            UPDATE \(table) SET \(column) = \(new) WHERE id = NEW.id AND \(column) = \(old);
          END;
          DROP VIEW IF EXISTS \(table)_soundness;
          CREATE VIEW \(table)_soundness AS SELECT id, \(condition) AS \(sound) FROM \(table)
          """)
    }
  }

  static func condition(of table: String, in db: Database) throws -> String {
    let now = sum(try columns(of: table, in: db))
    return "(\(column) IS NULL OR \(column) = \(now))"
  }

  /// A table with the column ``sound``, as SQL; the table alone in a file of an earlier version.
  static func judged(_ table: String, in db: Database) throws -> String {
    let view = "\(table)_soundness"
    return try db.viewExists(view) ? "\(table) LEFT JOIN \(view) USING (id)" : table
  }
}

extension Row {
  /// Whether the row is as it was written, as far as that is known.
  var isSound: Bool { checked(RowSums.sound) ?? true }
}
