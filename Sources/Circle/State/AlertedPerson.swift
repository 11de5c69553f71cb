import Readings

struct AlertedPerson: Codable, Sendable, Equatable {
  /// The latest round in which the person was alerted; 0 for none.
  var round: UInt32 = 0
  var at = Instant.start
  /// A phone has confirmed a message of that round.
  var isConfirmed = false
  /// The latest round of which a provider accepted an alert to the person, or a phone confirmed one; `nil` for none.
  var reachedRound: UInt32?
  /// Alerted since all was well last, so that a message of the end is due.
  var isOwedEnd = false
  /// By channel, in the order of the plan.
  var deliveries: [Delivery]

  init(channels: [String]) { deliveries = channels.map { Delivery(channel: $0) } }

  private var sentInRound: some Sequence<Delivery> { deliveries.lazy.filter { [round] in $0.round == round } }

  /// The message that was sent last in this round; `nil` if a new plan does not have its channel.
  var latest: Delivery? { sentInRound.max { $0.turn < $1.turn } }

  /// Records that a message goes by a channel.
  mutating func send(by channel: Int, at now: Instant) {
    let turn = (latest?.turn ?? 0) + 1
    deliveries[channel].turn = turn
    deliveries[channel].round = round
    deliveries[channel].at = now
    deliveries[channel].reminder = nil
    deliveries[channel].state = .waiting
  }

  /// Records that a reminder goes by a channel. Its place and time stay those of the first message.
  mutating func remind(by channel: Int, _ number: UInt64) {
    deliveries[channel].reminder = number
    deliveries[channel].state = .waiting
  }

  var nextChannel: Int? { deliveries.firstIndex { $0.round < round } }

  /// Whether no message to the person can still arrive in this round.
  var isExhausted: Bool { nextChannel == nil && !deliveries.contains { $0.isOpen } }

  /// The same with the channels of another plan.
  func moved(to channels: [String]) -> AlertedPerson {
    var moved = self
    moved.deliveries = channels.map { name in deliveries.first { $0.channel == name } ?? Delivery(channel: name) }
    return moved
  }
}

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
