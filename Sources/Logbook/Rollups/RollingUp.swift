import FoundationEssentials
import GRDB
import Readings
import Sessions

/// The figures of one hour of one sensor, ready to be kept.
package struct RolledHour: Sendable {
  fileprivate let sensor: Int64
  /// Hours since 1970.
  fileprivate let hour: Int64
  fileprivate let minutes: [Quantity: [HeldValues]]
}

extension Logbook {
  private static let hourLength: Int64 = 3_600_000

  /// The figures of the oldest sealed hour that has none yet; `nil` if there is none. It only reads.
  package func unrolledHour(limits: [Quantity: ValueLimits]) throws(LogbookError) -> RolledHour? {
    do {
      return try read { db in try Self.unrolledHour(limits: limits, in: db) }
    } catch {
      throw LogbookError(error, path: path)
    }
  }

  static func unrolledHour(limits: [Quantity: ValueLimits], in db: Database) throws -> RolledHour? {
    guard let row = try Row.fetchOne(db, sql: "SELECT sensor_id, hour FROM unrolled ORDER BY hour LIMIT 1"),
      let sensor: Int64 = row.checked(at: 0), let hour: Int64 = row.checked(at: 1)
    else { return nil }
    let start = hour * hourLength
    var counts = SensorCounts(start: start, length: 60_000, count: 60, limits: limits)
    counts.add(
      try LogbookReader.record(
        from: start - LogbookReader.longestHold, until: start + hourLength, sensor: sensor, in: db))
    var minutes: [Quantity: [HeldValues]] = [:]
    for figures in counts.all.flatMap(\.quantities) { minutes[figures.quantity] = figures.figures }
    return RolledHour(sensor: sensor, hour: hour, minutes: minutes)
  }

  /// Keeps the figures of an hour, in one transaction.
  package func rollUp(_ hour: RolledHour) throws(LogbookError) {
    do {
      try write { db in try Self.rollUp(hour, in: db) }
    } catch {
      throw LogbookError(error, path: path)
    }
  }

  static func rollUp(_ hour: RolledHour, in db: Database) throws {
    let (day, place) = (hour.hour / 24, Int(hour.hour % 24))
    var hours: [Quantity: [HeldValues]] = [:]
    for (quantity, minutes) in hour.minutes {
      hours[quantity] = [minutes.reduce(into: HeldValues()) { $0.merge($1) }]
    }
    try update("rollup_hours", 24, sensor: hour.sensor, day: day, times: place..<place + 1, with: hours, in: db)
    try update(
      "rollup_minutes", 1440, sensor: hour.sensor, day: day, times: 60 * place..<60 * place + 60, with: hour.minutes,
      in: db)
    try db.execute(
      sql: "DELETE FROM unrolled WHERE sensor_id = ? AND hour = ?", arguments: [hour.sensor, hour.hour])
  }

  private static func update(
    _ table: String, _ count: Int, sensor: Int64, day: Int64, times: Range<Int>, with figures: [Quantity: [HeldValues]],
    in db: Database
  ) throws {
    let kept = try Data.fetchOne(
      db, sql: "SELECT data FROM \(table) WHERE sensor_id = ? AND day = ?", arguments: [sensor, day])
    var block = kept.flatMap { RollupBlock($0) } ?? RollupBlock(count: count)
    block.replace(times, with: figures)
    if block.figures.isEmpty {
      try db.execute(sql: "DELETE FROM \(table) WHERE sensor_id = ? AND day = ?", arguments: [sensor, day])
    } else {
      try db.execute(
        sql: "INSERT OR REPLACE INTO \(table) (sensor_id, day, data) VALUES (?, ?, ?)",
        arguments: [sensor, day, Data(block.encoded())])
    }
  }
}
