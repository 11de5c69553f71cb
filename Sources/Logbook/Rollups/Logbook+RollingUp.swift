import FoundationEssentials
import GRDB
import Readings
import Sessions

/// An hour of one sensor whose figures are still to be computed.
package struct RolledHour: Sendable {
  fileprivate let sensor: Int64
  /// Hours since 1970.
  fileprivate let hour: Int64
  fileprivate let limits: SensorLimits
}

extension Logbook {
  private static let hourLength: Int64 = 3_600_000

  /// The oldest sealed hour that has no figures yet; `nil` if there is none. It only reads.
  package func unrolledHour(limits: SensorLimits) throws(LogbookError) -> RolledHour? {
    do {
      return try read { db in try Self.unrolledHour(limits: limits, in: db) }
    } catch {
      throw LogbookError(error, path: path)
    }
  }

  static func unrolledHour(limits: SensorLimits, in db: Database) throws -> RolledHour? {
    // A damaged row may hold any number, and must not stand before all others for ever.
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT sensor_id, hour FROM unrolled WHERE typeof(sensor_id) = 'integer' AND typeof(hour) = 'integer'
          AND hour BETWEEN ? AND ? ORDER BY hour LIMIT 1
        """, arguments: [SealedBlock.dates.lowerBound / hourLength - 1, SealedBlock.dates.upperBound / hourLength])
    guard let sensor: Int64 = row?.checked(at: 0), let hour: Int64 = row?.checked(at: 1) else { return nil }
    return RolledHour(sensor: sensor, hour: hour, limits: limits)
  }

  /// The figures of the minutes of an hour.
  private static func minutes(of hour: RolledHour, in db: Database) throws -> [Quantity: [HeldValues]] {
    let start = hour.hour * hourLength
    var counts = SensorCounts(start: start, length: 60_000, count: 60, limits: hour.limits)
    counts.add(
      try LogbookReader.record(
        from: start - HeldValues.longestHold, until: start + hourLength, sensor: hour.sensor, in: db))
    var minutes: [Quantity: [HeldValues]] = [:]
    for figures in counts.all.flatMap(\.quantities) { minutes[figures.quantity] = figures.figures }
    return minutes
  }

  /// Computes and keeps the figures of an hour, in one transaction: another program may delete a session at any time.
  package func rollUp(_ hour: RolledHour) throws(LogbookError) {
    do {
      try write { db in try Self.rollUp(hour, in: db) }
    } catch {
      throw LogbookError(error, path: path)
    }
  }

  static func rollUp(_ hour: RolledHour, in db: Database) throws {
    let key: StatementArguments = [hour.sensor, hour.hour]
    guard
      try Row.fetchOne(db, sql: "SELECT 1 FROM unrolled WHERE sensor_id = ? AND hour = ?", arguments: key) != nil
    else { return }
    let found = try minutes(of: hour, in: db)
    let (day, place) = (hour.hour / 24, Int(hour.hour % 24))
    var hours: [Quantity: [HeldValues]] = [:]
    for (quantity, minutes) in found {
      hours[quantity] = [minutes.reduce(into: HeldValues()) { $0.merge($1) }]
    }
    try update("rollup_hours", 24, sensor: hour.sensor, day: day, times: place..<place + 1, with: hours, in: db)
    try update(
      "rollup_minutes", 1440, sensor: hour.sensor, day: day, times: 60 * place..<60 * place + 60, with: found, in: db)
    try db.execute(sql: "DELETE FROM unrolled WHERE sensor_id = ? AND hour = ?", arguments: key)
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
