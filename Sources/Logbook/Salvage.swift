import GRDB

/// Brings what can still be read of a damaged logbook into a new one: table by table, the newest rows first, around what
/// cannot be read. It goes in steps, so that the new one can be written meanwhile. Rows keep their numbers, so that a
/// salvage that was interrupted can begin again.
package final class Salvage {
  /// What became of a table.
  package struct Outcome: Sendable, Equatable {
    package let table: String
    /// How many rows were read.
    package fileprivate(set) var read = 0
    /// How many rows are missing, by their numbers. Some may have been deleted before.
    package fileprivate(set) var lost: Int64 = 0
    /// Between which times they are missing, milliseconds since 1970; `nil` where there is no row before, or after.
    package fileprivate(set) var lostFrom: Int64?
    /// The time of the first row that is there again.
    package fileprivate(set) var lostTo: Int64?
    /// Whether something of it could not be read.
    package fileprivate(set) var isDamaged = false
  }

  private struct Progress {
    var outcome: Outcome
    var columns: [String]?
    /// Rows below this number are still to be read.
    var below: Int64
    /// The number and time of the oldest row so far.
    var oldest: (id: Int64, at: Int64?)?
    /// The highest number that was ever given in it, where that is known.
    var highest: Int64?
    var hasGap = false
    var isDone = false
  }

  /// Rows of a session need it, and a run is what a restart looks for first.
  private static let tables = ["session", "run", "alarm", "scenario", "hole", "damage", "reading"]
  /// No table has as many rows; a damaged number may be any.
  private static let highestNumber: Int64 = 1 << 53
  private static let rowsAtOnce = 200

  private let source: DatabaseQueue?
  private var progress: [Progress]

  /// - Parameters:
  ///   - path: the damaged file, which nobody writes any more.
  ///   - isRepeated: whether an earlier salvage of it was interrupted. Then holes, which may be filled by now, are left.
  package init(of path: String, isRepeated: Bool = false) {
    var configuration = Configuration()
    configuration.label = "salvage"
    configuration.readonly = true
    source = try? DatabaseQueue(path: path, configuration: configuration)
    let tables = isRepeated ? Self.tables.filter { $0 != "hole" && $0 != "damage" } : Self.tables
    progress = tables.map { Progress(outcome: Outcome(table: $0), below: Self.highestNumber) }
    for place in progress.indices { begin(&progress[place]) }
  }

  /// What became of each table so far.
  package var outcomes: [Outcome] { progress.map(\.outcome) }

  /// Whether all is read that can be.
  package var isDone: Bool { progress.allSatisfy(\.isDone) }

  /// The newest rows of every table.
  /// - Parameter rows: the most of each.
  package func stepThroughAll(into logbook: Logbook, rows: Int) throws(LogbookError) {
    for place in progress.indices { try step(&progress[place], into: logbook, rows: rows) }
  }

  /// Some more rows of the first table that is not at its end.
  package func step(into logbook: Logbook, rows: Int) throws(LogbookError) {
    guard let place = progress.firstIndex(where: { !$0.isDone }) else { return }
    try step(&progress[place], into: logbook, rows: rows)
  }

  private func begin(_ table: inout Progress) {
    let name = table.outcome.table
    let found = try? source?.read { db in
      (
        columns: try db.columns(in: name).map(\.name),
        highest: try? Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [name])
      )
    }
    guard let found, found.columns.contains("id") else {
      // A file of an older version lacks a table; one whose tables cannot be listed is damaged.
      let isListed = try? source?.read { try Row.fetchAll($0, sql: "SELECT * FROM sqlite_master") }
      table.outcome.isDamaged = isListed == nil
      table.isDone = true
      return
    }
    table.columns = found.columns
    table.highest = found.highest.flatMap { (0..<Self.highestNumber).contains($0) ? $0 : nil }
  }

  private func step(_ table: inout Progress, into logbook: Logbook, rows wanted: Int) throws(LogbookError) {
    guard !table.isDone, let columns = table.columns else { return }
    var taken = 0
    while taken < wanted, !table.isDone {
      let (rows, isWhole) = fetch(table, count: Self.rowsAtOnce)
      if !rows.isEmpty {
        try logbook.take(rows, of: table.outcome.table, columns: columns, highest: table.highest)
        note(rows, in: &table)
        taken += rows.count
      } else if isWhole {
        end(&table)
      } else {
        passOver(&table)
      }
      if isWhole, rows.count < Self.rowsAtOnce, !table.isDone { end(&table) }
    }
  }

  private func note(_ rows: [Row], in table: inout Progress) {
    func time(_ row: Row) -> Int64? { row.checked("at_ms") ?? row.checked("started_at_ms") ?? row.checked("to_ms") }
    guard let first = rows.first, let last = rows.last, let id: Int64 = first.checked("id"),
      let lastID: Int64 = last.checked("id")
    else { return }
    if table.hasGap { lose(in: &table, downTo: id, at: time(first)) }
    table.outcome.read += rows.count
    table.oldest = (lastID, time(last))
    table.below = lastID
  }

  /// What lies between the oldest row so far and this one is lost.
  private func lose(in table: inout Progress, downTo id: Int64, at time: Int64?) {
    if let newest = table.oldest?.id ?? table.highest.map({ $0 + 1 }) {
      table.outcome.lost += max(0, newest - id - 1)
    }
    // The gaps come newest first: the first ends latest, the last begins earliest.
    if table.outcome.lostTo == nil { table.outcome.lostTo = table.oldest?.at }
    table.outcome.lostFrom = time
    table.hasGap = false
  }

  private func end(_ table: inout Progress) {
    if table.hasGap { lose(in: &table, downTo: 0, at: nil) }
    table.isDone = true
  }

  /// Goes on below what cannot be read: ever further down until something can be, and then back up to the first such row.
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

  /// - Returns: rows, newest first, and whether no more than those that were asked for were the reason to end.
  private func fetch(_ table: Progress, count: Int) -> (rows: [Row], isWhole: Bool) {
    var rows: [Row] = []
    var isWhole = false
    try? source?.read { db in
      let cursor = try Row.fetchCursor(
        db, sql: "SELECT * FROM \"\(table.outcome.table)\" WHERE id < ? ORDER BY id DESC LIMIT ?",
        arguments: [table.below, count])
      var latest = table.below
      while let row = try cursor.next() {
        // A page of another table may stand in the place of its own.
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
  /// Adds rows of a damaged logbook, in one transaction. What is there already stays, and what makes no row here is left.
  fileprivate func take(
    _ rows: [Row], of table: String, columns: [String], highest: Int64?
  ) throws(LogbookError) {
    do {
      try write { db in
        let known = try db.columns(in: table).map(\.name).filter(columns.contains)
        let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
        // The session of a reading may be lost.
        let marks = known.map { $0 == "session_id" ? "(SELECT id FROM session WHERE id = ?)" : "?" }
        let statement = try db.cachedStatement(
          sql: "INSERT OR IGNORE INTO \"\(table)\" (\(names)) VALUES (\(marks.joined(separator: ", ")))")
        for row in rows {
          let values = known.map { (row[$0] as DatabaseValue?) ?? .null }
          try statement.execute(arguments: StatementArguments(values))
        }
        // What is logged from now on gets higher numbers than anything that may still be read.
        if let highest {
          try db.execute(
            sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", arguments: [highest, table])
        }
      }
    } catch {
      throw LogbookError(error, path: path)
    }
  }
}
