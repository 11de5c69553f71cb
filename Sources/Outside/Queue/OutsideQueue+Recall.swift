import GRDB
import Readings

/// Messages that a service has accepted and repeats, and that are not wanted any more: the service must get a request.
extension OutsideQueue {
  /// The word of their state.
  static let takenBack = "taken-back"

  /// By id, with the receipts by which the service knows them.
  func recalledReceipts(of channel: String) throws(LapwingError) -> [(id: String, receipt: String)] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT id, receipt FROM message WHERE channel = ? AND state = ? ORDER BY position",
        arguments: [channel, Self.takenBack]
      ).compactMap(\.receipt)
    }
  }

  /// Those of the open receipts of a channel whose alarm has been answered elsewhere or has ended, as was sent after
  /// them.
  func settledReceipts(of channel: String, since: Int64) throws(LapwingError) -> [(id: String, receipt: String)] {
    // A write, since only those notice that the clock was set.
    try write { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, receipt FROM message AS told
          WHERE channel = ? AND state = 'sent' AND receipt IS NOT NULL AND done_ms >= ? AND EXISTS (
            SELECT 1 FROM message WHERE channel = told.channel AND alarm_id = told.alarm_id AND position > told.position
              AND kind NOT IN ('began', 'unanswered') AND state <> 'withdrawn')
          ORDER BY position
          """, arguments: [channel, since]
      ).compactMap(\.receipt)
    }
  }

  /// The service repeats it no more.
  func markWithdrawn(_ id: String, of channel: String) throws(LapwingError) {
    try write { db in
      try db.execute(
        sql: "UPDATE message SET state = 'withdrawn' WHERE channel = ? AND id = ? AND state = ?",
        arguments: [channel, id, Self.takenBack])
    }
  }
}
