import Readings

/// Empties the queue of one channel, message by message, and never gives up before a message expires.
package struct ChannelWorker: Sendable {
  let channel: String
  let sender: any Sender
  let queue: OutsideQueue
  let bell: Bell
  let log: OutsideLog
  /// Whether a failed message is tried again. Only a test switches this off, to see that it notices.
  var retries = true

  /// The longest sleep: the clock may be set meanwhile.
  private static let longestSleep: Int64 = 60_000

  func run() async {
    while !Task.isCancelled {
      do throws(LapwingError) {
        switch try queue.turn(of: channel, at: Clock.now) {
        case .send(let queued): try await deliver(queued)
        case .wait(let until): await sleep(until - Clock.now)
        case .idle: await sleep(Self.longestSleep)
        }
      } catch {
        log.say("\(channel): \(error.message)")
        await sleep(5000)
      }
    }
  }

  private func sleep(_ milliseconds: Int64) async {
    await bell.wait(for: .milliseconds(min(max(milliseconds, 1), Self.longestSleep)))
  }

  private func deliver(_ queued: QueuedMessage) async throws(LapwingError) {
    do throws(DeliveryFault) {
      let receipt = try await sender.send(queued.message)
      try keep { () throws(LapwingError) in try queue.markSent(queued.position, receipt: receipt, at: Clock.now) }
      log.say("\(channel): sent \(queued.message.kind.rawValue) \(queued.message.id)", isFine: true)
    } catch {
      let failures = queued.attempts + 1
      let pause = RetrySchedule.pause(
        afterFailures: failures, chance: Double.random(in: 0...1), asked: error.retryAfter)
      let fault = retries ? error : .permanent(error.sentence)
      try queue.markFailed(queued.position, fault, next: Clock.now + pause, at: Clock.now)
      // Once, and then at each doubling: a night without a network must not fill the journal.
      if failures & (failures - 1) == 0 || !fault.isTemporary {
        log.say("\(channel): \(error.sentence)\(fault.isTemporary ? "; it is tried again" : "; given up")")
      }
    }
  }

  /// What was sent must be kept, or it would be sent again: it is worth some attempts.
  private func keep(_ body: () throws(LapwingError) -> Void) throws(DeliveryFault) {
    for _ in 0..<3 {
      do throws(LapwingError) {
        try body()
        return
      } catch {
        log.say("\(channel): \(error.message)")
      }
    }
  }
}
