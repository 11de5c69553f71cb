import Control
import Foundation
import Readings
import Synchronization
import System

/// Carries the answers of one channel to the box. An answer is used up when the box has taken it; until then it is kept on the disk
/// and tried again, as long as its alarm is on.
final class AnswerOrders: Sendable {
  private struct State {
    /// The box has accepted these. It must not receive them twice, which would silence it for longer.
    var taken: Set<String> = []
    /// What the journal received last, by the id of the message.
    var said: [String: String] = [:]
  }

  private enum Outcome {
    case done(String)
    case again(String)
  }

  private let queue: OutsideQueue
  private let channel: String
  private let log: @Sendable (String) -> Void
  private let acknowledge: @Sendable (String) throws(LapwingError) -> Void
  private let state = Mutex(State())
  /// Those that were not tried yet.
  private let fresh = Mutex<[String]>([])
  private let bell = Bell()

  private static let triesEvery = Duration.seconds(5)

  init(
    queue: OutsideQueue, channel: String, log: @escaping @Sendable (String) -> Void,
    acknowledge: @escaping @Sendable (String) throws(LapwingError) -> Void
  ) {
    (self.queue, self.channel, self.log, self.acknowledge) = (queue, channel, log, acknowledge)
  }

  /// At the control socket of a box.
  convenience init(queue: OutsideQueue, channel: String, socket: String, log: @escaping @Sendable (String) -> Void) {
    self.init(queue: queue, channel: channel, log: log) { condition throws(LapwingError) in
      var client = try ControlClient(path: socket)
      _ = try client.order(.acknowledge(condition))
    }
  }

  /// Returns at once: the box may need seconds for the order.
  func receive(answerTo id: String) {
    // A disk that fails must not hold up the answer.
    try? queue.keepAnswer(to: id, by: channel)
    fresh.withLock { $0.append(id) }
    bell.ring()
  }

  /// Tries what the box has not accepted.
  func tryAgain() {
    var ids = fresh.withLock { fresh in
      defer { fresh = [] }
      return fresh
    }
    ids += ((try? queue.answers(by: channel)) ?? []).filter { !ids.contains($0) }
    for id in ids { carry(id) }
  }

  func run() async {
    while !Task.isCancelled {
      try? await Thread.run(named: "answers") { self.tryAgain() }
      await bell.wait(for: Self.triesEvery)
    }
  }

  private func carry(_ id: String) {
    state.withLock { state in
      switch outcome(id, &state.taken) {
      case .done(let sentence):
        say(sentence, of: id, &state.said)
        state.said[id] = nil
        try? queue.dropAnswer(to: id, by: channel)
      case .again(let sentence): say(sentence, of: id, &state.said)
      }
    }
  }

  private func say(_ sentence: String, of id: String, _ said: inout [String: String]) {
    if said[id] != sentence { log(sentence) }
    said[id] = sentence
  }

  private func outcome(_ id: String, _ taken: inout Set<String>) -> Outcome {
    do throws(LapwingError) {
      guard try queue.isUnanswered(id, by: channel) else { return .done("\(id) was answered before") }
      guard let message = try queue.message(id), let alarmID = message.alarmID, let facts = message.facts else {
        return .done("an answer to an unknown message")
      }
      let isOpen = try queue.isOpen(alarmID)
      if isOpen, !taken.contains(id) {
        try acknowledge(facts.condition)
        taken.insert(id)
      }
      _ = try queue.markConfirmed(id, by: channel, at: Clock.now)
      return .done(isOpen ? "\(id) is acknowledged" : "\(id) is acknowledged, but its alarm has ended")
    } catch {
      return .again("\(id) is acknowledged, but \(error.message); it is tried again")
    }
  }
}
