import FoundationEssentials
import GRDB

/// Copies the readable rows of a damaged logbook to a new one: table by table, the newest rows first, skipping rows
/// that cannot be read. It works in steps, so that the new logbook can be written in between. Rows keep their ids, so
/// that an interrupted salvage can be repeated. It is used on the logbook's thread.
package final class Salvage {
  package struct Outcome: Sendable, Equatable {
    package let table: String
    package fileprivate(set) var read = 0
    /// The number of missing ids. Some of these rows may have been deleted before the damage.
    package fileprivate(set) var lost: Int64 = 0
    /// The time of the last row before the missing ones, milliseconds since 1970; `nil` if there is none.
    package fileprivate(set) var lostFrom: Int64?
    /// The time of the first row after the missing ones, milliseconds since 1970; `nil` if there is none.
    package fileprivate(set) var lostTo: Int64?
    /// Whether a part of the table could not be read.
    package fileprivate(set) var isDamaged = false
  }

  private struct Progress {
    /// The name of the table in the damaged file.
    var name: String
    var outcome: Outcome
    var columns: [String]?
    /// Rows with an id below this are still to be read.
    var below: Int64
    var oldest: (id: Int64, at: Int64?)?
    /// The highest id ever used in the table, if known.
    var highest: Int64?
    var hasGap = false
    var isDone = false
  }

  /// Sessions come first, since other rows refer to them; then runs, which a restart needs first.
  private static let tables =
    ["session", "run", "alarm", "scenario", "phase", "hydration", "session_gap", "hole", "damage"] + ReadingView.tables
    + ["block"]
  /// Greater ids are taken as damaged: no table has that many rows.
  private static let highestNumber: Int64 = 1 << 53
  private static let rowsAtOnce = 200

  private let source: DatabaseQueue?
  private let sensors: SalvagedSensors
  /// By how much ids are raised; `nil` if rows keep them.
  private let shifts: IdentifierShifts?
  private var progress: [Progress]

  /// - Parameters:
  ///   - path: the damaged file; nothing may write it any more.
  ///   - isRepeated: whether an earlier salvage of this file was interrupted. Then gaps are not copied, since they may
  ///     have been filled in the meantime.
  ///   - shifts: by how much ids are raised; without it rows keep theirs, so that a salvage can be repeated either way.
  package init(of path: String, isRepeated: Bool = false, shifts: IdentifierShifts? = nil) {
    self.shifts = shifts
    var configuration = Configuration()
    configuration.label = "salvage"
    configuration.readonly = true
    source = try? DatabaseQueue(path: path, configuration: configuration)
    sensors = SalvagedSensors(of: source)
    // Up to schema v14, all rows of readings were in one table.
    let isOld = (try? source?.read { try $0.tableExists("reading") }) ?? false
    let tables = isRepeated ? Self.tables.filter { $0 != "hole" && $0 != "damage" } : Self.tables
    progress = tables.map {
      Progress(
        name: isOld && $0 == "wide_reading" ? "reading" : $0, outcome: Outcome(table: $0), below: Self.highestNumber)
    }
    for place in progress.indices { begin(&progress[place]) }
  }

  /// The results of all tables so far.
  package var outcomes: [Outcome] { progress.map(\.outcome) }

  /// Whether all readable rows have been copied.
  package var isDone: Bool { progress.allSatisfy(\.isDone) }

  /// Copies the newest rows of every table.
  /// - Parameter rows: the largest number of rows of each table.
  package func stepThroughAll(into logbook: Logbook, rows: Int) throws(LogbookError) {
    for place in progress.indices { try step(&progress[place], into: logbook, rows: rows) }
  }

  /// Copies more rows of the first unfinished table.
  package func step(into logbook: Logbook, rows: Int) throws(LogbookError) {
    guard let place = progress.firstIndex(where: { !$0.isDone }) else { return }
    try step(&progress[place], into: logbook, rows: rows)
  }

  private func begin(_ table: inout Progress) {
    let name = table.name
    let columns = try? source?.read { try $0.columns(in: name).map(\.name) }
    guard let columns, columns.contains("id") else {
      // A file of an older version may lack the table; if the tables cannot be listed, the file is damaged.
      let isListed = try? source?.read { try Row.fetchAll($0, sql: "SELECT * FROM sqlite_master") }
      table.outcome.isDamaged = isListed == nil
      table.isDone = true
      return
    }
    table.columns = columns
    table.highest = number("SELECT seq FROM sqlite_sequence WHERE name = ?", [name])
    if ReadingView.tables.contains(table.outcome.table) {
      // Their ids are one sequence, and runs and blocks name some of them.
      let others = [
        "SELECT \(ReadingView.lastID)", "SELECT max(id) FROM \(name)", "SELECT max(after_reading_id) FROM run",
        "SELECT max(last_reading_id) FROM block",
      ]
      table.highest = ([table.highest] + others.map { number($0) }).compactMap(\.self).max()
    }
  }

  /// A number of the damaged file; `nil` if it cannot be read. Each is read by itself.
  private func number(_ sql: String, _ arguments: StatementArguments = []) -> Int64? {
    let found = try? source?.read { try Int64.fetchOne($0, sql: sql, arguments: arguments) }
    return found.flatMap { (0..<Self.highestNumber).contains($0) ? $0 : nil }
  }

  private func step(_ table: inout Progress, into logbook: Logbook, rows wanted: Int) throws(LogbookError) {
    guard !table.isDone, let columns = table.columns else { return }
    if table.below == Self.highestNumber { try copyRows([], of: table, columns, into: logbook) }
    var taken = 0
    while taken < wanted, !table.isDone {
      let (rows, isWhole) = fetch(table, count: Self.rowsAtOnce)
      if !rows.isEmpty {
        let sound = rows.filter { sensors.holds($0, of: table.outcome.table) }
        try copyRows(sound, of: table, columns, into: logbook)
        note(rows, in: &table)
        if sound.count < rows.count {
          table.outcome.isDamaged = true
          table.outcome.read -= rows.count - sound.count
          table.outcome.lost += Int64(rows.count - sound.count)
        }
        taken += rows.count
      } else if isWhole {
        end(&table)
      } else {
        passOver(&table)
      }
      if isWhole, rows.count < Self.rowsAtOnce, !table.isDone { end(&table) }
    }
  }

  private func copyRows(
    _ rows: [Row], of table: Progress, _ columns: [String], into logbook: Logbook
  ) throws(LogbookError) {
    try logbook.addRows(
      rows, of: table.outcome.table, columns: columns, highest: table.highest, sensors: sensors,
      shifts: shifts)
  }

  private func note(_ rows: [Row], in table: inout Progress) {
    func time(_ row: Row) -> Int64? {
      row.checked("at_ms") ?? row.checked("started_at_ms") ?? row.checked("to_ms") ?? row.checked("first_ms")
        ?? row.checked("since_ms")
    }
    guard let first = rows.first, let last = rows.last, let id: Int64 = first.checked("id"),
      let lastID: Int64 = last.checked("id")
    else { return }
    if table.hasGap { lose(in: &table, downTo: id, at: time(first)) }
    table.outcome.read += rows.count
    table.oldest = (lastID, time(last))
    table.below = lastID
  }

  /// Counts the rows between the oldest row so far and this id as lost.
  private func lose(in table: inout Progress, downTo id: Int64, at time: Int64?) {
    if let newest = table.oldest?.id ?? table.highest.map({ $0 + 1 }) {
      // The ids in between that are in the other table of readings are not lost.
      let others = ReadingView.tables.filter { ReadingView.tables.contains(table.name) && $0 != table.name }
        .compactMap { number("SELECT count(*) FROM \($0) WHERE id > ? AND id < ?", [id, newest]) }
      table.outcome.lost += max(0, newest - id - 1 - others.reduce(0, +))
    }
    // Missing parts are found from new to old: the first one has the latest end, the last one the earliest beginning.
    if table.outcome.lostTo == nil { table.outcome.lostTo = table.oldest?.at }
    table.outcome.lostFrom = time
    table.hasGap = false
  }

  private func end(_ table: inout Progress) {
    if table.hasGap { lose(in: &table, downTo: 0, at: nil) }
    table.isDone = true
  }

  /// Skips rows that cannot be read: goes down by doubled distances until a row is readable, then finds the highest
  /// readable row by bisection.
  private func passOver(_ table: inout Progress) {
    table.outcome.isDamaged = true
    table.hasGap = true
    var distance: Int64 = 1
    while table.below > distance, !isReadable(table, below: table.below - distance) { distance *= 2 }
    var good = max(table.below - distance, 1), bad = table.below - distance / 2
    guard good < table.below, isReadable(table, below: good) else { return end(&table) }
    while bad - good > 1 {
      let middle = good + (bad - good) / 2
      if isReadable(table, below: middle) { good = middle } else { bad = middle }
    }
    table.below = good
  }

  private func isReadable(_ table: Progress, below: Int64) -> Bool {
    var table = table
    table.below = below
    let (rows, isWhole) = fetch(table, count: 1)
    return isWhole || !rows.isEmpty
  }

  /// - Returns: rows, newest first, and whether all wanted rows were read, so that an error did not end the search.
  private func fetch(_ table: Progress, count: Int) -> (rows: [Row], isWhole: Bool) {
    var rows: [Row] = []
    var isWhole = false
    try? source?.read { db in
      let cursor = try Row.fetchCursor(
        db, sql: "SELECT * FROM \"\(table.name)\" WHERE id < ? ORDER BY id DESC LIMIT ?",
        arguments: [table.below, count])
      var latest = table.below
      while let row = try cursor.next() {
        // By damage, a page of another table may have replaced one of this table.
        guard let id: Int64 = row.checked("id"), 0 < id, id < latest else { return }
        latest = id
        rows.append(row.copy())
      }
      isWhole = true
    }
    return (rows, isWhole)
  }
}

extension Logbook {
  /// Adds rows of a damaged logbook, in one transaction. Existing rows are kept, and invalid rows are skipped.
  fileprivate func addRows(
    _ rows: [Row], of table: String, columns: [String], highest: Int64?, sensors: SalvagedSensors,
    shifts: IdentifierShifts?
  ) throws(LogbookError) {
    try write { db in
      let known = try db.columns(in: table).map(\.name).filter(columns.contains)
      let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
      // The session of a reading may be lost: then the column becomes NULL.
      let marks = known.map { $0 == "session_id" ? "(SELECT id FROM session WHERE id = ?)" : "?" }
      let statement = try db.cachedStatement(
        sql: "INSERT OR IGNORE INTO \"\(table)\" (\(names)) VALUES (\(marks.joined(separator: ", ")))")
      for row in rows {
        func value(_ column: String) -> DatabaseValue {
          let value = (row[column] as DatabaseValue?) ?? .null
          return shifts?.value(value, of: column, in: table) ?? value
        }
        var values = known.map(value)
        if let place = known.firstIndex(of: "sensor_id"), let sensor = sensors.sensor(of: row) {
          values[place] = try db.sensorID(sensor.address, sensor.model)?.databaseValue ?? .null
        }
        try statement.execute(arguments: StatementArguments(values))
        // Figures are not copied, since they can be computed again.
        if table == "block" { try UnrolledHours.add(blocks: "id = ?", [value("id")], in: db) }
      }
      // New rows must get higher ids than all rows that may still be copied.
      if let highest {
        let counted = ReadingView.tables.contains(table) ? "wide_reading" : table
        try db.execute(
          sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?",
          arguments: [highest + (shifts?[table] ?? 0), counted])
      }
    }
  }
}
