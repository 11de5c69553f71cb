import FoundationEssentials
import GRDB
import Readings

/// What one sensor has measured in some time.
package struct SensorRecord: Sendable, Equatable {
  package var address: DeviceAddress
  package var model: String
  /// In the order of their times, each once.
  package var readings: [BlockReading]
  /// Heartbeats, in the order of their times.
  package var beats: [BeatRun]
  /// Blocks that could not be read, and rows that are not as they were written.
  package var damagedParts = 0

  package init(
    address: DeviceAddress, model: String, readings: [BlockReading], beats: [BeatRun] = [], damagedParts: Int = 0
  ) {
    (self.address, self.model, self.readings, self.beats) = (address, model, readings, beats)
    self.damagedParts = damagedParts
  }
}

extension LogbookReader {
  /// A measurement is at most this much older than its message, which decides about its hour.
  package static let oldest: Int64 = 66_000_000 + 3_600_000
  /// A measurement of a sensor's history that lies this close to one that was received is the same one.
  private static let same: Int64 = 20_000
  fileprivate static let hour: Int64 = 3_600_000

  /// The readings from one time until before another one, by sensor, as rows or in blocks.
  /// - Parameter session: only readings of this session.
  package func record(
    from start: Int64, until end: Int64, session: Int64? = nil
  ) throws(LogbookError) -> [SensorRecord] {
    try read { db in try Self.record(from: start, until: end, session: session, in: db) }
  }

  /// The same in a transaction.
  /// - Parameters:
  ///   - other: only readings that do not belong to this session.
  ///   - sensor: only readings in blocks of the sensor with this id.
  static func record(
    from start: Int64, until end: Int64, session: Int64? = nil, otherThan other: Int64? = nil, sensor: Int64? = nil,
    in db: Database
  ) throws -> [SensorRecord] {
    let only = session.map { "AND session_id = \($0)" } ?? other.map { "AND session_id IS NOT \($0)" } ?? ""
    var found: [Key: Parts] = [:]
    if sensor == nil { try addRows(to: &found, from: start, until: end, only, in: db) }
    if try db.tableExists("block") { try addBlocks(to: &found, from: start, until: end, only, sensor: sensor, in: db) }
    return found.keys.sorted().compactMap { key in
      var parts = found.removeValue(forKey: key)
      return parts?.record(of: key, from: start, until: end)
    }
  }

  /// The times of the first and the last reading; `nil` if there is no reading.
  package func span(session: Int64? = nil) throws(LogbookError) -> ClosedRange<Int64>? {
    try read { db in
      let sound = "typeof(at_ms) = 'integer' AND at_ms BETWEEN 0 AND \(Logbook.dateLimit)"
      var times: [Int64] = []
      let condition = session == nil ? "" : " AND session_id = :session"
      let arguments: StatementArguments = session.map { ["session": $0] } ?? []
      var queries = try ReadingView.tables(of: db).map {
        "SELECT min(at_ms), max(at_ms) FROM \($0) WHERE \(sound)\(condition)"
      }
      if try db.tableExists("block") {
        queries.append("SELECT min(first_ms), max(last_ms) FROM block WHERE \(SealedBlock.soundTimes)\(condition)")
      }
      for query in queries {
        let row = try Row.fetchOne(db, sql: query, arguments: arguments)
        times += [row?.checked(at: 0), row?.checked(at: 1)].compactMap { $0 }
      }
      guard let first = times.min(), let last = times.max() else { return nil }
      return first...last
    }
  }

  private struct Key: Hashable, Comparable {
    var address: DeviceAddress
    var model: String

    static func < (one: Key, other: Key) -> Bool {
      (one.address.value, one.model) < (other.address.value, other.model)
    }
  }

  private struct Parts {
    var live: [BlockReading] = []
    var past: [BlockReading] = []
    var notifications: [(at: Int64, ticks: [UInt16])] = []
    var beats: [BeatRun] = []
    var damagedParts = 0

    /// - Parameter time: readings outside it are not needed.
    mutating func add(_ readings: [BlockReading], isHistory: Bool, in time: Range<Int64>) {
      if isHistory {
        past += readings.lazy.filter { time.contains($0.at) }
      } else {
        live += readings.lazy.filter { time.contains($0.at) }
      }
    }

    /// Takes the readings out. In place, since each has 170 bytes, and a part of a night has some ten thousand.
    mutating func record(of key: Key, from start: Int64, until end: Int64) -> SensorRecord {
      var readings: [BlockReading] = []
      swap(&readings, &live)
      Self.sort(&readings)
      Self.removeEqualNeighbours(&readings)
      if readings.isEmpty {
        swap(&readings, &past)
      } else if !past.isEmpty {
        let more = past.filter { !Self.holds(readings, near: $0.at) }
        readings += more
      }
      Self.sort(&readings)
      readings.removeAll { !(start..<end).contains($0.at) }
      // By hour, as they are sealed: a beat has the same time before and after that, and whatever part is read.
      let hours = Dictionary(grouping: notifications) { $0.at / LogbookReader.hour }
      let unsealed = hours.values.flatMap { BeatRun.runs(of: $0.sorted { $0.at < $1.at }) }
      let beats = (beats + unsealed).sorted { $0.firstBeat < $1.firstBeat }
      return SensorRecord(
        address: key.address, model: key.model, readings: readings,
        beats: beats.compactMap { $0.clipped(from: start, until: end) }, damagedParts: damagedParts)
    }

    private static func sort(_ readings: inout [BlockReading]) {
      let isSorted = zip(readings, readings.dropFirst()).allSatisfy { $0.at <= $1.at }
      if !isSorted { readings.sort { $0.at < $1.at } }
    }

    private static func removeEqualNeighbours(_ readings: inout [BlockReading]) {
      var kept = 0
      for place in readings.indices where place == 0 || readings[place] != readings[kept - 1] {
        if place != kept { readings[kept] = readings[place] }
        kept += 1
      }
      readings.removeLast(readings.count - kept)
    }

    private static func holds(_ readings: [BlockReading], near time: Int64) -> Bool {
      var low = 0, high = readings.count
      while low < high {
        let middle = (low + high) / 2
        if readings[middle].at < time - same { low = middle + 1 } else { high = middle }
      }
      return low < readings.count && readings[low].at <= time + same
    }
  }

  /// One of a sensor's history is compared with those that were received a little before and after it.
  private static func needed(_ start: Int64, _ end: Int64) -> Range<Int64> {
    let first = start.subtractingReportingOverflow(same), last = end.addingReportingOverflow(same + 1)
    let lower = first.overflow ? Int64.min : first.partialValue
    return lower..<max(lower, last.overflow ? Int64.max : last.partialValue)
  }

  private static func addRows(
    to found: inout [Key: Parts], from start: Int64, until end: Int64, _ only: String, in db: Database
  ) throws {
    let statement = try db.makeStatement(
      sql: """
        SELECT * FROM reading WHERE \(UnsealedHour.soundRow) AND at_ms >= :start AND at_ms < :end
          \(only) ORDER BY id
        """)
    let columns = ReadingColumns(statement)
    let arguments: StatementArguments = [
      "start": start / hour * hour, "end": end.addingReportingOverflow(oldest).partialValue,
    ]
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try rows.next() {
      guard let sensor = row.sensor, let at: Int64 = row.checked("at_ms") else { continue }
      let key = Key(address: sensor.address, model: sensor.model)
      guard row.isSound else {
        if at >= start, at < end { found[key, default: Parts()].damagedParts += 1 }
        continue
      }
      found[key, default: Parts()].add(
        [columns.reading(row, receivedAt: at)], isHistory: row.checked("history") ?? false, in: needed(start, end))
      let ticks = ReadingColumns.ticks(row)
      if !ticks.isEmpty { found[key]?.notifications.append((at, ticks)) }
    }
  }

  private static func addBlocks(
    to found: inout [Key: Parts], from start: Int64, until end: Int64, _ condition: String, sensor only: Int64?,
    in db: Database
  ) throws {
    // By sensor, so that the index finds the times.
    let sensors = try Row.fetchAll(db, sql: "SELECT id, address, model FROM sensor ORDER BY id")
    for row in sensors {
      guard let id: Int64 = row.checked("id"), only == nil || only == id, let sensor = row.sensor else { continue }
      let key = Key(address: sensor.address, model: sensor.model)
      let arguments: StatementArguments = ["sensor": id, "early": start - oldest, "start": start, "end": end]
      let blocks = try Row.fetchCursor(
        db,
        sql: """
          SELECT data, shift_ms FROM block WHERE sensor_id = :sensor AND first_ms >= :early AND first_ms < :end
            AND last_ms >= :start - \(TimeColumn.tolerance) \(condition) ORDER BY first_ms
          """, arguments: arguments)
      while let item = try blocks.next() {
        guard let bytes: Data = item.checked("data"), let shift: Int64 = item.checked("shift_ms"),
          let block = try? SealedBlock(bytes).moved(by: shift)
        else {
          found[key, default: Parts()].damagedParts += 1
          continue
        }
        found[key, default: Parts()].add(block.readings, isHistory: block.isHistory, in: needed(start, end))
        found[key]?.beats += block.beats
      }
    }
  }
}

extension BeatRun {
  /// The beats from one time until before another one; `nil` if there are none.
  func clipped(from start: Int64, until end: Int64) -> BeatRun? {
    var first: Int64?
    var kept: [UInt16] = []
    forEach { at, ticks in
      guard at >= start, at < end else { return }
      first = first ?? at
      kept.append(ticks)
    }
    return first.map { BeatRun(firstBeat: $0, ticks: kept) }
  }
}
