import FoundationEssentials
import GRDB
import Readings
import Sessions

/// Hours of one sensor on one day whose figures are still to be computed.
package struct RolledHours: Sendable {
  fileprivate let sensor: Int64
  /// Hours since 1970, rising; at least one.
  fileprivate let hours: [Int64]
  fileprivate let limits: SensorLimits
}

extension Logbook {
  private static let hourLength: Int64 = 3_600_000

  /// The oldest sealed hour that has no figures yet; `nil` if there is none. It only reads.
  package func unrolledHour(limits: SensorLimits) throws(LogbookError) -> RolledHours? {
    return try read { db in try Self.unrolledHour(limits: limits, in: db) }
  }

  /// A damaged row may hold any number, and must not stand before all others for ever.
  private static let soundHour = """
    typeof(sensor_id) = 'integer' AND typeof(hour) = 'integer'
      AND hour BETWEEN \(SealedBlock.dates.lowerBound / hourLength - 1) AND \(SealedBlock.dates.upperBound / hourLength)
    """

  private static func unrolledHour(limits: SensorLimits, in db: Database) throws -> RolledHours? {
    let row = try Row.fetchOne(
      db, sql: "SELECT sensor_id, hour FROM unrolled WHERE \(soundHour) ORDER BY hour LIMIT 1")
    guard let sensor: Int64 = row?.checked(at: 0), let hour: Int64 = row?.checked(at: 1) else { return nil }
    return RolledHours(sensor: sensor, hours: [hour], limits: limits)
  }

  /// How many hours are computed at once: a third of a day, so that the transaction is short and needs little memory.
  private static let mostHours = 8

  /// Such hours of one sensor on one day: faster than one by one, in a longer transaction.
  /// - Parameter session: only sensors and days of this session.
  static func unrolledDay(of session: Int64? = nil, limits: SensorLimits, in db: Database) throws -> RolledHours? {
    let only =
      session.map { session in
        """
        AND sensor_id IN (SELECT DISTINCT sensor_id FROM block WHERE session_id = \(session))
          AND hour BETWEEN (SELECT started_at_ms / \(hourLength) FROM session WHERE id = \(session))
            AND (SELECT (ended_at_ms + \(HeldValues.longestHold)) / \(hourLength) FROM session WHERE id = \(session))
        """
      } ?? ""
    guard
      let first = try Row.fetchOne(
        db, sql: "SELECT sensor_id, hour FROM unrolled WHERE \(soundHour) \(only) ORDER BY sensor_id, hour LIMIT 1"),
      let sensor: Int64 = first.checked(at: 0), let hour: Int64 = first.checked(at: 1)
    else { return nil }
    let hours = try Int64.fetchAll(
      db,
      sql: """
        SELECT hour FROM unrolled WHERE \(soundHour) AND sensor_id = ? AND hour BETWEEN ? AND ? ORDER BY hour
          LIMIT \(mostHours)
        """, arguments: [sensor, hour, hour - hour % 24 + 23])
    return RolledHours(sensor: sensor, hours: hours, limits: limits)
  }

  /// The figures of the minutes from the first of these hours to the last.
  private static func minutes(of hours: RolledHours, in db: Database) throws -> [Quantity: [HeldValues]] {
    guard let first = hours.hours.first, let last = hours.hours.last else { return [:] }
    let start = first * hourLength, end = (last + 1) * hourLength
    var counts = SensorCounts(start: start, length: 60_000, count: Int(last - first + 1) * 60, limits: hours.limits)
    // An hour at a time: a strap sends 3,600 readings in it.
    var from = start - HeldValues.longestHold
    while from < end {
      let until = from < start ? start : from + hourLength
      counts.add(try LogbookReader.record(from: from, until: until, sensor: hours.sensor, in: db))
      from = until
    }
    var minutes: [Quantity: [HeldValues]] = [:]
    for figures in counts.all.flatMap(\.quantities) { minutes[figures.quantity] = figures.figures }
    return minutes
  }

  /// Computes and keeps the figures of hours, in one transaction: another program may delete a session at any time.
  package func rollUp(_ hours: RolledHours) throws(LogbookError) {
    try write { db in try Self.rollUp(hours, in: db) }
  }

  static func rollUp(_ rolled: RolledHours, in db: Database) throws {
    let sensor = rolled.sensor
    let hours = try rolled.hours.filter { hour in
      try Row.fetchOne(
        db, sql: "SELECT 1 FROM unrolled WHERE sensor_id = ? AND hour = ?", arguments: [sensor, hour]) != nil
    }
    guard let first = hours.first else { return }
    let found = try minutes(of: RolledHours(sensor: sensor, hours: hours, limits: rolled.limits), in: db)
    var byHour: [(place: Int, minutes: [Quantity: [HeldValues]])] = []
    for hour in hours {
      let begin = 60 * Int(hour - first)
      byHour.append((Int(hour % 24), found.mapValues { Array($0[begin..<begin + 60]) }))
    }
    try update("rollup_hours", 24, sensor: sensor, day: first / 24, in: db) { block in
      for (place, minutes) in byHour {
        let sums = minutes.mapValues { [$0.reduce(into: HeldValues()) { $0.merge($1) }] }
        block.replace(place..<place + 1, with: sums)
      }
    }
    try update("rollup_minutes", 1440, sensor: sensor, day: first / 24, in: db) { block in
      for (place, minutes) in byHour { block.replace(60 * place..<60 * place + 60, with: minutes) }
    }
    for hour in hours {
      try db.execute(sql: "DELETE FROM unrolled WHERE sensor_id = ? AND hour = ?", arguments: [sensor, hour])
    }
  }

  private static func update(
    _ table: String, _ count: Int, sensor: Int64, day: Int64, in db: Database, _ change: (inout RollupBlock) -> Void
  ) throws {
    let kept = try Data.fetchOne(
      db, sql: "SELECT data FROM \(table) WHERE sensor_id = ? AND day = ?", arguments: [sensor, day])
    var block = kept.flatMap { RollupBlock($0) } ?? RollupBlock(count: count)
    change(&block)
    if block.figures.isEmpty {
      try db.execute(sql: "DELETE FROM \(table) WHERE sensor_id = ? AND day = ?", arguments: [sensor, day])
    } else {
      try db.execute(
        sql: "INSERT OR REPLACE INTO \(table) (sensor_id, day, data) VALUES (?, ?, ?)",
        arguments: [sensor, day, Data(block.encoded())])
    }
  }
}
