import GRDB

/// By how much the ids of the rows of another logbook are raised, so that they follow those of this one. A row that
/// refers to another one refers to its new id.
package struct IdentifierShifts: Sendable, Equatable {
  /// By table.
  private var shifts: [String: Int64]

  /// The tables to whose ids columns refer. The column `id` refers to its own table.
  private static let targets = [
    "session_id": "session", "run_id": "run", "after_alarm_id": "alarm", "step_after_alarm_id": "alarm",
    "after_session_id": "session", "after_reading_id": "reading", "after_scenario_id": "scenario",
    "after_phase_id": "phase", "after_hydration_id": "hydration", "first_reading_id": "reading",
    "last_reading_id": "reading",
  ]

  /// No table has that many rows: a greater number is damaged.
  private static let numbers: Range<Int64> = 1..<1 << 53

  /// - Parameter ids: the highest id of each table.
  init(_ ids: [String: Int64]) { shifts = ids.filter { Self.numbers.contains($0.value) } }

  /// - Parameter text: such as "session=12 run=3".
  init(_ text: String) {
    var ids: [String: Int64] = [:]
    for pair in text.split(separator: " ") {
      let parts = pair.split(separator: "=")
      guard parts.count == 2, let id = Int64(parts[1]) else { continue }
      ids[String(parts[0])] = id
    }
    self.init(ids)
  }

  var text: String { shifts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ") }

  /// The ids of both tables of readings are one sequence.
  subscript(table: String) -> Int64 { shifts[ReadingView.tables.contains(table) ? "reading" : table] ?? 0 }

  /// The value of a column of a table with the new id. Anything but a number stays.
  func value(_ value: DatabaseValue, of column: String, in table: String) -> DatabaseValue {
    guard let target = column == "id" ? table : Self.targets[column], let id = Int64.fromDatabaseValue(value) else {
      return value
    }
    // After no row of the table was before: still so.
    let (sum, overflow) = id.addingReportingOverflow(self[target])
    return overflow ? .null : sum.databaseValue
  }
}
