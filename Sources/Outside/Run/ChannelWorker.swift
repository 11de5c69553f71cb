import Readings
import Web

/// Empties the queue of one channel, message by message, and never gives up before a message expires.
package struct ChannelWorker: Sendable {
  let channel: String
  let sender: any Sender
  let queue: OutsideQueue
  let bell: Bell
  let log: OutsideLog
  /// Whether a failed message is tried again. Only a test switches this off, to see that it notices.
  var retries = true
  /// Sees each pause, in ms, and takes its place; `nil` for a real one.
  var onPause: (@Sendable (Int64) async -> Void)?

  /// The longest sleep: the clock may be set meanwhile.
  private static let longestSleep: Int64 = 60_000

  private enum Outcome {
    case sent(QueuedMessage, receipt: String?)
    case failed(QueuedMessage, DeliveryFault)

    /// Whether the fault may be the message's own.
    var isStuck: Bool {
      guard case .failed(let queued, let fault) = self, fault.isTemporary else { return false }
      return queued.attempts + 1 >= OutsideQueue.failuresUntilStuck
    }
  }

  func run() async {
    // Nothing is sent before this is on the disk: a message that was sent would be sent again.
    var unkept: Outcome?
    var failures = 0
    while !Task.isCancelled {
      do throws(LapwingError) {
        if let outcome = unkept { try keep(outcome) }
        unkept = nil
        for id in try queue.expire(of: channel, at: Clock.now) {
          log.say("\(channel): \(id) has expired before it was taken")
        }
        switch try queue.turn(of: channel, at: Clock.now) {
        case .send(let queued):
          let outcome = await deliver(queued)
          unkept = outcome
          try keep(outcome)
          unkept = nil
          guard outcome.isStuck, let other = try queue.other(than: queued, of: channel, at: Clock.now) else { break }
          let trial = await deliver(other)
          unkept = trial
          try keep(trial)
          unkept = nil
          if case .sent = trial { try putBehind(queued) }
        case .wait(let until): await sleep(until - Clock.now)
        case .idle: await sleep(Self.longestSleep)
        }
        failures = 0
      } catch {
        failures += 1
        // Once, and then at each doubling: a full disk must not fill the journal.
        if failures & (failures - 1) == 0 {
          log.say("\(channel): \(error.message); nothing is sent until that is mended")
        }
        await sleep(RetrySchedule.pause(afterUnkept: failures, chance: Double.random(in: 0...1)))
      }
    }
  }

  private func sleep(_ milliseconds: Int64) async {
    let pause = min(max(milliseconds, 1), Self.longestSleep)
    if let onPause { return await onPause(pause) }
    await bell.wait(for: .milliseconds(pause))
  }

  private func deliver(_ queued: QueuedMessage) async -> Outcome {
    do throws(DeliveryFault) {
      let receipt = try await sender.send(queued.message)
      log.say("\(channel): sent \(queued.message.kind.rawValue) \(queued.message.id)", isFine: true)
      return .sent(queued, receipt: receipt)
    } catch {
      let failures = queued.attempts + 1
      var fault = retries ? error : .permanent(error.sentence)
      // A proxy that has no page for a moment, or a token that is about to be mended, must not lose it.
      if fault.mayBeMended, queued.message.isHighAlarm { fault.isTemporary = true }
      // Once, and then at each doubling: a night without a network must not fill the journal.
      if failures & (failures - 1) == 0 || !fault.isTemporary {
        log.say("\(channel): \(error.sentence)\(fault.isTemporary ? "; it is tried again" : "; given up")")
      }
      return .failed(queued, fault)
    }
  }

  private func putBehind(_ queued: QueuedMessage) throws(LapwingError) {
    try queue.putBehind(queued, of: channel)
    log.say("\(channel): \(queued.message.id) is not taken while others are, so it goes behind them")
  }

  private func keep(_ outcome: Outcome) throws(LapwingError) {
    switch outcome {
    case .sent(let queued, let receipt): try queue.markSent(queued.position, receipt: receipt, at: Clock.now)
    case .failed(let queued, let fault):
      let pause = RetrySchedule.pause(
        afterFailures: queued.attempts + 1, chance: Double.random(in: 0...1), asked: fault.retryAfter,
        isRefused: fault.mayBeMended)
      try queue.markFailed(queued.position, fault, next: Clock.now + pause, at: Clock.now)
    }
  }
}

/// When a message is tried again: after 1, 2, 4 … 60 s, each a fifth shorter or longer by chance, so that a service that comes
/// back does not meet all boxes in the same moment. A service that refuses is asked after 5, 15 and 60 s.
package enum RetrySchedule {
  package static let longest = 60.0

  /// - Parameters:
  ///   - failures: how often it has failed, with this time.
  ///   - chance: from 0 to 1.
  ///   - asked: what the service asks for; it is never asked sooner.
  /// - Returns: milliseconds.
  package static func pause(
    afterFailures failures: Int, chance: Double, asked: Duration? = nil, isRefused: Bool = false
  ) -> Int64 {
    var seconds = 1.0
    for _ in 0..<min(max(failures - 1, 0), 6) { seconds *= 2 }
    if isRefused { seconds = failures <= 1 ? 5 : failures == 2 ? 15 : longest }
    let spread: Double = 0.8 + 0.4 * min(max(chance, 0), 1)
    let pause = Int64(min(seconds, longest) * spread * 1000)
    guard let asked else { return pause }
    return max(pause, asked.components.seconds * 1000)
  }

  /// The pause, in ms, after the queue could not be written: from 13 s on, since nothing is gained by haste.
  package static func pause(afterUnkept failures: Int, chance: Double) -> Int64 {
    pause(afterFailures: min(failures, 3) + 4, chance: chance)
  }
}
