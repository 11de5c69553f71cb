import Foundation
import GRDB
import Sessions

/// The hours whose figures are still to be computed.
enum UnrolledHours {
  private static let hourLength: Int64 = 3_600_000

  /// Records that the hours of these blocks need new figures, and those into which their last values may hold.
  /// - Parameters:
  ///   - condition: which blocks, as SQL with the arguments.
  ///   - isFollowed: whether other blocks follow for which the next hours will be recorded.
  static func add(
    blocks condition: String, _ arguments: StatementArguments, isFollowed: Bool = false, in db: Database
  ) throws {
    // A block is of one hour by the times of its messages; by the times of its measurements it may reach into others.
    try db.execute(
      sql: """
        WITH RECURSIVE touched(sensor_id, hour, last) AS (
          SELECT sensor_id, first_ms / \(hourLength), last_ms / \(hourLength) FROM block
            WHERE (\(condition)) AND \(SealedBlock.soundTimes)
          UNION SELECT sensor_id, hour + 1, last FROM touched WHERE hour < last)
        INSERT OR IGNORE INTO unrolled SELECT sensor_id, hour FROM touched
        """, arguments: arguments)
    if !isFollowed { try addHeld(after: condition, arguments, in: db) }
  }

  /// The same for blocks by their ids, some at a time.
  static func add(blocks ids: [Int64], in db: Database) throws {
    for start in stride(from: 0, to: ids.count, by: 500) {
      let list = ids[start..<min(start + 500, ids.count)].map { "\($0)" }.joined(separator: ",")
      try add(blocks: "id IN (\(list))", [], in: db)
    }
  }

  /// Notes the hours of blocks whose last values may hold to the times of these rows or beyond, since the rows go away.
  /// - Parameter condition: which rows of a table, as SQL with the arguments.
  static func add(beforeRowsOf table: String, _ condition: String, _ arguments: StatementArguments, in db: Database)
    throws
  {
    let span = try Row.fetchOne(
      db,
      sql: """
        SELECT min(at_ms), max(at_ms) FROM \(table)
        WHERE (\(condition)) AND typeof(at_ms) = 'integer' AND at_ms BETWEEN 0 AND \(SealedBlock.dates.upperBound - 1)
        """, arguments: arguments)
    guard let first: Int64 = span?.checked(at: 0), let last: Int64 = span?.checked(at: 1) else { return }
    let earliest = first - HeldValues.longestHold - hourLength
    // By sensor and beginning, which are indexed: a logbook of years has a hundred thousand blocks.
    let ids = try Int64.fetchAll(
      db,
      sql: """
        SELECT id FROM block WHERE sensor_id IN (SELECT id FROM sensor)
          AND first_ms BETWEEN :earliest - \(SealedBlock.longest) AND :last AND last_ms BETWEEN :earliest AND :last
        """, arguments: ["earliest": earliest, "last": last])
    try add(blocks: ids, in: db)
  }

  /// An hour that has figures of values but no block any more is one whose readings were deleted to make room. Its figures stay.
  private static func addHeld(after condition: String, _ arguments: StatementArguments, in db: Database) throws {
    let ends = try Row.fetchAll(
      db,
      sql: "SELECT sensor_id, last_ms FROM block WHERE (\(condition)) AND \(SealedBlock.soundTimes)",
      arguments: arguments)
    for row in ends {
      guard let sensor: Int64 = row.checked(at: 0), let last: Int64 = row.checked(at: 1) else { continue }
      let own = last / hourLength
      let latest = (last + HeldValues.longestHold) / hourLength
      for hour in own..<latest where try mayBeComputed(hour + 1, of: sensor, in: db) {
        try db.execute(sql: "INSERT OR IGNORE INTO unrolled VALUES (?, ?)", arguments: [sensor, hour + 1])
      }
    }
  }

  private static func mayBeComputed(_ hour: Int64, of sensor: Int64, in db: Database) throws -> Bool {
    let block = try Row.fetchOne(
      db,
      sql: """
        SELECT 1 FROM block WHERE sensor_id = :sensor AND last_ms >= :start
          AND first_ms >= :start - \(SealedBlock.longest) AND first_ms < :start + \(hourLength) LIMIT 1
        """, arguments: ["sensor": sensor, "start": hour * hourLength])
    guard block == nil else { return true }
    let data = try Data.fetchOne(
      db, sql: "SELECT data FROM rollup_hours WHERE sensor_id = ? AND day = ?", arguments: [sensor, hour / 24])
    guard let day = data.flatMap({ RollupBlock($0) }) else { return true }
    let place = Int(hour % 24)
    return day.figures.values.allSatisfy { !$0.indices.contains(place) || $0[place].count == 0 }
  }
}
