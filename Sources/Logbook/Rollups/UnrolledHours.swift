import GRDB
import Sessions

/// The hours whose figures are still to be computed.
enum UnrolledHours {
  private static let hourLength: Int64 = 3_600_000

  /// Notes that the hours of these blocks need new figures, and those into which their last values hold.
  /// - Parameters:
  ///   - condition: which blocks, as SQL with the arguments.
  ///   - hold: how long their last values may hold, milliseconds.
  static func add(
    blocks condition: String, _ arguments: StatementArguments, holding hold: Int64 = HeldValues.longestHold,
    in db: Database
  ) throws {
    // A block is of one hour by the times of its messages; by the times of its measurements it may reach into others.
    try db.execute(
      sql: """
        WITH RECURSIVE touched(sensor_id, hour, last) AS (
          SELECT sensor_id, first_ms / \(hourLength), (last_ms + \(hold)) / \(hourLength) FROM block
            WHERE (\(condition)) AND \(SealedBlock.soundTimes)
          UNION SELECT sensor_id, hour + 1, last FROM touched WHERE hour < last)
        INSERT OR IGNORE INTO unrolled SELECT sensor_id, hour FROM touched
        """, arguments: arguments)
  }
}
