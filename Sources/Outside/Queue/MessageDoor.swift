import GRDB
import Readings

/// What became of a message.
package struct DeliveryReport: Sendable, Equatable {
  package enum Outcome: String, Sendable {
    /// The service has taken it. That says nothing of a phone or a person.
    case sent
    /// A person has answered it, or the phone of one.
    case confirmed
    /// The service refuses it.
    case failed
    /// Its time was over before a service took it.
    case expired
    /// It was of no use any more, or was cancelled.
    case withdrawn
    /// Too many waited, or the channel is no longer configured.
    case dropped
  }

  /// Counts up; no two reports have the same.
  package let number: Int64
  package let channel: String
  package let id: String
  package let outcome: Outcome
}

/// The door for rules that decide who is told when: they send a message by a channel, cancel it, and read what became of it. All
/// of it is on the disk, so that a restart of either side loses nothing.
package struct MessageDoor: Sendable {
  private let queue: OutsideQueue
  private let ring: @Sendable () -> Void

  /// - Parameter ring: wakes the workers of the channels.
  package init(_ queue: OutsideQueue, ring: @escaping @Sendable () -> Void) { (self.queue, self.ring) = (queue, ring) }

  /// Sends a message; one whose id the channel had before is not sent again.
  /// - Parameter now: ms since 1970.
  package func send(_ message: OutsideMessage, by channel: String, at now: Int64) throws(LapwingError) {
    try queue.take(nil, [message], for: [channel], coolDown: .zero, at: now)
    ring()
  }

  /// Takes a message back, as far as no channel has tried it.
  package func cancel(_ id: String) throws(LapwingError) { try queue.cancel(id) }

  /// The reports after one that is known, oldest first, at most 100.
  package func reports(after number: Int64) throws(LapwingError) -> [DeliveryReport] {
    try queue.read { db in
      try Row.fetchAll(
        db, sql: "SELECT number, channel, id, outcome FROM report WHERE number > ? ORDER BY number LIMIT 100",
        arguments: [number]
      ).compactMap { row in
        guard let number: Int64 = row.checked("number"), let channel: String = row.checked("channel"),
          let id: String = row.checked("id"),
          let outcome = row.checked("outcome").flatMap({ DeliveryReport.Outcome(rawValue: $0) })
        else { return nil }
        return DeliveryReport(number: number, channel: channel, id: id, outcome: outcome)
      }
    }
  }
}
