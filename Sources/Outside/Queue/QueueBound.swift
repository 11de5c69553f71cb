import GRDB

/// Which messages go when too many wait for a channel: those about the box and its sensors before those about people and air,
/// low before medium, old before new. High ones stay, up to ten times the bound, which is more than a year of them.
enum QueueBound {
  static func keep(_ channel: String, mostWaiting most: Int, at now: Int64, in db: Database) throws {
    let waiting =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM message WHERE channel = ? AND state = 'waiting'", arguments: [channel]) ?? 0
    guard waiting > most else { return }
    try drop(waiting - most, of: channel, where: "priority < 2", at: now, in: db)
    try drop(waiting - 10 * most, of: channel, where: "1", at: now, in: db)
  }

  private static func drop(
    _ count: Int, of channel: String, where condition: String, at now: Int64, in db: Database
  ) throws {
    guard count > 0 else { return }
    try db.execute(
      sql: """
        UPDATE message SET state = 'dropped', done_ms = ?, fault = 'too many messages waited' WHERE position IN (
          SELECT position FROM message WHERE channel = ? AND state = 'waiting' AND \(condition)
          ORDER BY priority, technical DESC, position LIMIT ?)
        """, arguments: [now, channel, count])
  }
}
