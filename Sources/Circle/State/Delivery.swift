import Readings

/// The latest message of alarms to one person by one channel, in one incident.
struct Delivery: Codable, Sendable, Equatable {
  enum State: String, Codable, Sendable {
    case waiting, sent, confirmed, failed, cancelled
  }

  let channel: String
  /// The round of the message; 0 if there was none.
  var round: UInt32 = 0
  /// Its place among the messages to this person in that round.
  var turn = 0
  var at = Instant.start
  /// The number of the reminder, if it is one.
  var reminder: UInt64?
  var state = State.cancelled

  /// Whether the queue or a service may still be at work on it.
  var isOpen: Bool { round > 0 && state != .failed && state != .cancelled }

  /// Whether the provider has it, and it is not over.
  var isAccepted: Bool { state == .sent || state == .confirmed }

  /// A report changes a state only forward.
  mutating func note(_ report: CircleReport) {
    switch (report, state) {
    case (.sent, .waiting): state = .sent
    case (.confirmed, .waiting), (.confirmed, .sent), (.confirmed, .failed): state = .confirmed
    case (.failed, .waiting), (.failed, .sent), (.expired, .waiting), (.expired, .sent): state = .failed
    default: break
    }
  }
}
