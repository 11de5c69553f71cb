import GRDB
import Readings

/// A message that a service does not take though it takes others, such as one that makes a fault in it: it must not hold up the rest.
///
/// After so many failures a message of another alarm is tried. If that is taken, the first goes behind the others, with all that
/// waits of its alarm, so that an alarm and its end never change places.
extension OutsideQueue {
  static let failuresUntilStuck = 6

  /// The first message of another alarm: of those that were tried least, the oldest.
  func other(than stuck: QueuedMessage, of channel: String, at now: Int64) throws(LapwingError) -> QueuedMessage? {
    try read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT position, content, attempts FROM message
          WHERE channel = ?2 AND state = 'waiting' AND NOT \(QueueEntry.isHeld) AND behind = 0 AND position <> ?3
            AND alarm_id IS NOT ?4 AND NOT EXISTS (
              SELECT 1 FROM message AS earlier WHERE earlier.channel = ?2 AND earlier.alarm_id = message.alarm_id
                AND earlier.state = 'waiting' AND earlier.position < message.position)
          ORDER BY attempts, position LIMIT 1
          """, arguments: [now, channel, stuck.position, stuck.message.alarmID])
      guard let row, let position: Int64 = row.checked("position"), let text: String = row.checked("content"),
        let message = Self.message(text)
      else { return nil }
      return QueuedMessage(position: position, message: message, attempts: row.checked("attempts") ?? 0)
    }
  }

  func putBehind(_ stuck: QueuedMessage, of channel: String) throws(LapwingError) {
    try write { db in
      try db.execute(
        sql: """
          UPDATE message SET behind = 1 WHERE channel = ? AND state = 'waiting' AND (position = ? OR alarm_id = ?)
          """, arguments: [channel, stuck.position, stuck.message.alarmID])
    }
  }
}
