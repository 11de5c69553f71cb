import Alarms
import FoundationEssentials
import GRDB
import Web

/// How a message enters the queue of a channel.
///
/// 1. A message whose id the channel had already is not taken again.
/// 2. Within the cool-down after a message about the same subject it is held back until the cool-down ends; an end, an answer, a
///    trial and a new high alarm never are.
/// 3. An end takes with it what waits of its alarm and says less: an alarm that is held back is withdrawn together with its end,
///    and so are later messages that were not tried. What was tried, or waits for the network, stays for 15 minutes.
/// 4. A message that no one has answered takes the place of an older one of the same alarm.
/// 5. An urgent message ends the pause of a channel between attempts, unless the service has asked for it. Then a high alarm waits
///    for at most a minute.
enum QueueEntry {
  /// How long after its end an alarm is still sent.
  static let keptAfterEnd: Int64 = 15 * 60_000
  /// How long anything else is tried.
  static let longest: Int64 = 24 * 3_600_000
  /// The longest time until the next attempt that a service may ask for.
  static let longestPause = Int64(HTTPAnswer.longestWait) * 1000
  /// The same while a high alarm waits.
  static let longestPauseOfHigh: Int64 = 60_000
  /// Whether the cool-down holds a message back at the time `?1`; never an urgent one, whatever was done to the clock. One from the
  /// future with a time far ahead was held back before the clock was set, and is due.
  static let isHeld = """
    (not_before_ms > ?1 AND NOT (not_before_ms > ?1 + \(longestPause) AND at_ms > ?1)
      AND kind NOT IN ('acknowledged', 'ended', 'trial') AND NOT (kind = 'began' AND priority = 2))
    """

  static func insert(
    _ message: OutsideMessage, for channel: String, coolDown: Duration, at now: Int64, in db: Database
  ) throws {
    let known = try Bool.fetchOne(
      db, sql: "SELECT 1 FROM message WHERE channel = ? AND id = ?", arguments: [channel, message.id])
    guard known == nil else { return }
    if message.kind == .ended, try !settle(message, for: channel, at: now, in: db) { return }
    if message.kind == .unanswered { try withdraw(["unanswered"], of: message.alarmID, channel, in: db) }
    let subject = subject(of: message)
    var notBefore = now
    if !message.isUrgent {
      let last = try Int64.fetchOne(
        db,
        sql: """
          SELECT max(max(at_ms, not_before_ms)) FROM message
          WHERE channel = ? AND subject = ? AND kind <> 'ended' AND state NOT IN ('withdrawn', 'dropped')
          """, arguments: [channel, subject])
      let pause = coolDown.components.seconds * 1000
      // A date from the future is one from before the clock was set.
      if let last, last <= now + pause { notBefore = max(now, last + pause) }
    }
    try append(message, for: channel, notBefore: notBefore, at: now, in: db)
  }

  /// Puts a message at the end of the queue, whatever was sent before.
  static func append(
    _ message: OutsideMessage, for channel: String, notBefore: Int64, at now: Int64, in db: Database
  ) throws {
    let content = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
    try db.execute(
      sql: """
        INSERT INTO message (channel, id, alarm_id, kind, subject, priority, technical, content, at_ms, not_before_ms,
          expires_ms, state, behind)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'waiting', EXISTS (
          SELECT 1 FROM message WHERE channel = ?1 AND alarm_id = ?3 AND state = 'waiting' AND behind = 1))
        """,
      arguments: [
        channel, message.id, message.alarmID, message.kind.rawValue, subject(of: message), message.priority.rawValue,
        message.facts?.isTechnical ?? false, content, message.at, notBefore, message.expiresAt ?? now + longest,
      ])
    if message.isUrgent {
      try db.execute(
        sql: "UPDATE message SET next_try_ms = 0 WHERE channel = ? AND state = 'waiting' AND asked_to_wait = 0",
        arguments: [channel])
    }
    if message.isHighAlarm {
      try db.execute(
        sql: "UPDATE message SET next_try_ms = min(next_try_ms, ?) WHERE channel = ? AND state = 'waiting'",
        arguments: [now + longestPauseOfHigh, channel])
    }
  }

  /// - Returns: whether the end is to be sent.
  private static func settle(
    _ end: OutsideMessage, for channel: String, at now: Int64, in db: Database
  ) throws -> Bool {
    let isHeld = try Bool.fetchOne(
      db,
      sql: """
        SELECT 1 FROM message WHERE channel = ?2 AND alarm_id = ?3 AND kind = 'began' AND state = 'waiting' AND attempts = 0
          AND \(isHeld)
        """, arguments: [now, channel, end.alarmID])
    if isHeld != nil {
      try withdraw(["began", "unanswered", "acknowledged"], of: end.alarmID, channel, in: db)
      return false
    }
    try withdraw(["unanswered", "acknowledged"], of: end.alarmID, channel, in: db)
    try db.execute(
      sql: """
        UPDATE message SET expires_ms = min(coalesce(expires_ms, ?1), ?1)
        WHERE channel = ?2 AND alarm_id = ?3 AND state = 'waiting'
        """, arguments: [now + keptAfterEnd, channel, end.alarmID])
    return true
  }

  private static func withdraw(_ kinds: [String], of alarmID: String?, _ channel: String, in db: Database) throws {
    for kind in kinds {
      try db.execute(
        sql: """
          UPDATE message SET state = 'withdrawn'
          WHERE channel = ? AND alarm_id = ? AND kind = ? AND state = 'waiting' AND attempts = 0
          """, arguments: [channel, alarmID, kind])
    }
  }

  static func subject(of message: OutsideMessage) -> String {
    guard let facts = message.facts else { return "" }
    return "\(facts.condition) \(facts.person ?? "") \(message.isTest)"
  }
}
