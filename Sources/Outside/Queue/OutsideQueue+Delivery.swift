import FoundationEssentials
import GRDB
import Readings
import Web

/// What a channel has to do now.
package enum QueueTurn: Sendable, Equatable {
  case send(QueuedMessage)
  /// Nothing before this time, ms since 1970.
  case wait(until: Int64)
  /// Nothing until something comes.
  case idle
}

package struct QueuedMessage: Sendable, Equatable {
  package let position: Int64
  package let message: OutsideMessage
  package let attempts: Int
}

/// The queue as the worker of a channel uses it.
extension OutsideQueue {
  /// Gives up what is of no use any more.
  /// - Returns: the ids.
  func expire(of channel: String, at date: @autoclosure () -> Int64) throws(LapwingError) -> [String] {
    try write(at: date()) { try Self.expire(of: channel, at: $1, in: $0) }
  }

  private static func expire(of channel: String, at now: Int64, in db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        UPDATE message SET state = 'expired', done_ms = ?1 WHERE channel = ?2 AND state = 'waiting' AND expires_ms <= ?1
        RETURNING id
        """, arguments: [now, channel])
  }

  /// The oldest message that may go. The order is kept: while it waits for its next attempt, the later ones wait too. Those that
  /// were put behind come last.
  package func turn(of channel: String, at date: @autoclosure () -> Int64) throws(LapwingError) -> QueueTurn {
    try write(at: date()) { db, now in
      _ = try Self.expire(of: channel, at: now, in: db)
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT position, content, attempts, next_try_ms FROM message
          WHERE channel = ?2 AND state = 'waiting' AND NOT \(QueueEntry.isHeld)
          ORDER BY behind, position LIMIT 1
          """, arguments: [now, channel])
      guard let row else {
        let held = try Int64.fetchOne(
          db, sql: "SELECT min(not_before_ms) FROM message WHERE channel = ? AND state = 'waiting'",
          arguments: [channel])
        return held.map { .wait(until: $0) } ?? .idle
      }
      guard let position: Int64 = row.checked("position") else { return .idle }
      let nextTry: Int64 = row.checked("next_try_ms") ?? 0
      // A time far ahead is one from before the clock was set.
      guard nextTry <= now || nextTry > now + QueueEntry.longestPause else {
        return .wait(until: nextTry)
      }
      let text: String = row.checked("content") ?? ""
      guard let message = Self.message(text) else {
        // A damaged row must not hold up those behind it.
        try db.execute(
          sql: "UPDATE message SET state = 'failed', done_ms = ?, fault = 'its row is damaged' WHERE position = ?",
          arguments: [now, position])
        return .wait(until: now)
      }
      return .send(QueuedMessage(position: position, message: message, attempts: row.checked("attempts") ?? 0))
    }
  }

  package func markSent(_ position: Int64, receipt: String?, at now: Int64) throws(LapwingError) {
    try write { db in
      try db.execute(
        sql: """
          UPDATE message SET state = CASE state WHEN 'confirmed' THEN state ELSE 'sent' END, done_ms = ?, receipt = ?,
            attempts = attempts + 1, fault = NULL
          WHERE position = ?
          """, arguments: [now, receipt, position])
    }
  }

  /// An attempt has failed. The message goes to the head of the queue again, or is given up.
  /// - Parameter next: when it is tried again, ms since 1970.
  package func markFailed(
    _ position: Int64, _ fault: DeliveryFault, next: Int64, at now: Int64
  ) throws(LapwingError) {
    try write { db in
      try db.execute(
        sql: """
          UPDATE message SET attempts = attempts + 1, fault = ?, next_try_ms = ?, asked_to_wait = ?,
            state = CASE WHEN state <> 'waiting' THEN state WHEN ? THEN 'waiting' ELSE 'failed' END,
            done_ms = CASE WHEN ? THEN NULL ELSE ? END
          WHERE position = ?
          """,
        arguments: [
          fault.sentence, next, fault.retryAfter != nil, fault.isTemporary, fault.isTemporary, now, position,
        ])
      // A high alarm waits for a minute at most, also behind another message.
      try db.execute(
        sql: """
          UPDATE message SET next_try_ms = min(next_try_ms, ?2 + ?3) WHERE position = ?1 AND EXISTS (
            SELECT 1 FROM message AS high WHERE high.channel = message.channel AND high.state = 'waiting'
              AND high.priority = 2 AND high.kind IN ('began', 'unanswered'))
          """, arguments: [position, now, QueueEntry.longestPauseOfHigh])
      if let recipients = fault.recipients { try Self.keep(recipients, of: position, in: db) }
    }
  }

  /// The next attempt goes to these only.
  private static func keep(_ recipients: [String], of position: Int64, in db: Database) throws {
    let text = try String.fetchOne(db, sql: "SELECT content FROM message WHERE position = ?", arguments: [position])
    guard var message = text.flatMap(message) else { return }
    message.recipients = recipients
    let content = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
    try db.execute(sql: "UPDATE message SET content = ? WHERE position = ?", arguments: [content, position])
  }

  /// A person has answered it. One that waits to be sent again has arrived before this process could note it.
  /// - Returns: whether this is the first answer.
  package func markConfirmed(_ id: String, by channel: String, at now: Int64) throws(LapwingError) -> Bool {
    try write { db in
      try db.execute(
        sql: """
          UPDATE message SET state = 'confirmed', done_ms = ?
          WHERE channel = ? AND id = ? AND state IN ('sent', 'waiting')
          """, arguments: [now, channel, id])
      return db.changesCount > 0
    }
  }

  /// Withdraws a message that no channel has tried yet.
  package func cancel(_ id: String) throws(LapwingError) {
    try write { db in
      try db.execute(
        sql: "UPDATE message SET state = 'withdrawn' WHERE id = ? AND state = 'waiting' AND attempts = 0",
        arguments: [id])
    }
  }

  /// The messages of a channel that were sent with a receipt and that no one has confirmed: by id.
  package func openReceipts(of channel: String, since: Int64) throws(LapwingError) -> [(id: String, receipt: String)] {
    // A write, since only those notice that the clock was set.
    try write { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, receipt FROM message
          WHERE channel = ? AND state = 'sent' AND receipt IS NOT NULL AND done_ms >= ? ORDER BY position
          """, arguments: [channel, since]
      ).compactMap(\.receipt)
    }
  }

  /// A message by its id, from whatever channel.
  package func message(_ id: String) throws(LapwingError) -> OutsideMessage? {
    let text = try read {
      try String.fetchOne($0, sql: "SELECT content FROM message WHERE id = ? LIMIT 1", arguments: [id])
    }
    return text.flatMap(Self.message)
  }

  static func message(_ text: String) -> OutsideMessage? {
    try? JSONDecoder().decode(OutsideMessage.self, from: Data(text.utf8))
  }

  /// Whether an alarm has not ended, as far as it was reported.
  package func isOpen(_ alarmID: String) throws(LapwingError) -> Bool {
    try followedBox().open.values.contains { $0.alarmID == alarmID && $0.state != .ended }
  }
}

/// Why a channel cannot be used, whether or not a message waits for it.
extension OutsideQueue {
  private static func key(_ channel: String) -> String { "fault \(channel)" }

  func keep(fault: String?, of channel: String) throws(LapwingError) {
    if let fault { return try keep(fault, as: Self.key(channel)) }
    try write { try $0.execute(sql: "DELETE FROM state WHERE key = ?", arguments: [Self.key(channel)]) }
  }

  static func fault(of channel: String, in db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT value FROM state WHERE key = ?", arguments: [key(channel)])
  }
}

extension OutsideQueue {
  private func prefix(_ channel: String) -> String { "answer \(channel) " }

  func keepAnswer(to id: String, by channel: String) throws(LapwingError) { try keep("", as: prefix(channel) + id) }

  func dropAnswer(to id: String, by channel: String) throws(LapwingError) {
    try write { try $0.execute(sql: "DELETE FROM state WHERE key = ?", arguments: [prefix(channel) + id]) }
  }

  func answers(by channel: String) throws(LapwingError) -> [String] {
    let prefix = prefix(channel)
    return try read { db in
      try String.fetchAll(
        db, sql: "SELECT substr(key, length(?1) + 1) FROM state WHERE substr(key, 1, length(?1)) = ?1",
        arguments: [prefix])
    }
  }

  func isUnanswered(_ id: String, by channel: String) throws(LapwingError) -> Bool {
    try read { db in
      try Bool.fetchOne(
        db, sql: "SELECT 1 FROM message WHERE channel = ? AND id = ? AND state IN ('sent', 'waiting')",
        arguments: [channel, id]) ?? false
    }
  }
}
