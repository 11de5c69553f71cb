import GRDB
import Readings
import Web

/// Asks the service of one channel once a day whether it works, beside the messages.
package struct ProofWorker: Sendable {
  let channel: String
  let sender: any Sender
  let queue: OutsideQueue
  let log: OutsideLog

  /// The longest sleep: the date may be set meanwhile.
  private static let longestSleep: Int64 = 60_000

  func run() async {
    while !Task.isCancelled {
      let pause = await turn(at: { Clock.now })
      try? await Task.sleep(for: .milliseconds(min(max(pause, 1000), Self.longestSleep)))
    }
  }

  /// Asks if it is time.
  /// - Returns: how long nothing is due, ms.
  func turn(at date: @Sendable () -> Int64) async -> Int64 {
    guard let (earlier, now) = try? queue.write(at: date(), { (try ProofOfLife.of(channel, in: $0), $1) }) else {
      return Self.longestSleep
    }
    if let earlier, earlier.due(at: now) > now { return earlier.due(at: now) - now }
    let answer: ProofOfLife.Answer
    do throws(DeliveryFault) {
      answer = try await sender.prove() ? .works : .hasNoQuestion
    } catch {
      answer = .failed(error)
    }
    guard
      let proof = try? queue.write(
        at: date(),
        { db, now in
          let proof = ProofOfLife(answer, after: earlier, at: now)
          try proof.write(channel, in: db)
          return proof
        })
    else { return Self.longestSleep }
    if let fault = proof.fault {
      if fault != earlier?.fault { log.say("\(channel): asked whether it works: \(fault)") }
    } else if earlier?.fault != nil {
      log.say("\(channel): works again", isFine: true)
    }
    return proof.due(at: now) - now
  }
}
