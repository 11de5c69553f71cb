import GRDB
import Readings

/// What a service says later of the messages of a channel that it has taken: whether the phone has them.
struct PhoneReports: Sendable {
  let queue: OutsideQueue
  let channel: String

  /// How long after that a service is asked. A phone that is off for longer has it when it is on again.
  private static let patience: Int64 = 3_600_000

  /// The messages of which nothing is known yet, with the names by which the service knows them.
  func open() -> [(id: String, receipt: String)] {
    // A text message cannot be taken back.
    for (id, _) in (try? queue.recalledReceipts(of: channel)) ?? [] { try? queue.markWithdrawn(id, of: channel) }
    return (try? queue.openReceipts(of: channel, since: Clock.now - Self.patience)) ?? []
  }

  func arrived(_ id: String) {
    try? queue.write(at: Clock.now) { db, now in
      try settle(id, in: db)
      try db.execute(
        sql: "INSERT INTO report (channel, id, outcome, at_ms) VALUES (?, ?, ?, ?)",
        arguments: [channel, id, DeliveryOutcome.arrived.rawValue, now])
    }
  }

  func failed(_ id: String, _ sentence: String) {
    try? queue.write { db in
      try settle(id, in: db)
      try db.execute(
        sql: "UPDATE message SET state = 'failed', fault = ? WHERE channel = ? AND id = ? AND state = 'sent'",
        arguments: [sentence, channel, id])
    }
  }

  /// It is not asked for again.
  private func settle(_ id: String, in db: Database) throws {
    try db.execute(sql: "UPDATE message SET receipt = NULL WHERE channel = ? AND id = ?", arguments: [channel, id])
  }
}

package enum DeliveryOutcome: String, Sendable {
  /// The service has accepted it. That says nothing of a phone or a person.
  case sent
  /// The service says that the phone has it. The message stays `sent`, since no person has answered.
  case arrived
  /// A person has answered it, or the phone of one.
  case confirmed
  case failed
  /// Its time was over before a service accepted it.
  case expired
  /// It was of no use any more, or was cancelled.
  case withdrawn
  /// Too many waited, or the channel is no longer configured.
  case dropped
}
