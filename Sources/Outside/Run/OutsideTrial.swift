import Alarms
import NIOPosix
import Readings
import Settings
import Synchronization
import System
import Web
import Words

/// `lapwing outside test NAME`: one message by one channel, at once and beside the queue.
package struct OutsideTrial {
  private let configuration: Configuration

  package init(configuration: Configuration) { self.configuration = configuration }

  /// - Returns: the message to people.
  /// - Throws: `usage` for a channel that the configuration does not have; `configuration` if there is no consent to
  ///   messages; `unavailable` if the service does not take it.
  package func run(channel name: String) throws(LapwingError) -> String {
    let plans = configuration[Keys.outsideChannels]
    guard let plan = plans.first(where: { $0.name == name }) else {
      let known = plans.isEmpty ? "names none" : "has \(plans.map(\.name).joined(separator: ", "))"
      throw LapwingError(
        .usage, code: "unknown-channel", "there is no channel \(name); \(Keys.outsideChannels.path) \(known)")
    }
    try configuration.refuseMessagesWithoutConsent()
    let senders = Senders(queue: try OutsideQueue())
    guard plan.kind != .ping else {
      let ping = try senders.ping(for: plan)
      try wait(for: { () async throws(DeliveryFault) in try await ping.send(.alive) })
      return "\(name): the service has taken a sign of life"
    }
    let wording = configuration.outsideRule().wording(for: name)
    let text = wording.text(
      wording(MessageWords.trial(name)), [wording(MessageWords.isTrial)], isTest: true, at: Clock.now)
    // As urgent as an alarm: it shows whether one breaks through the silence of a phone.
    let message = OutsideMessage(
      id: "test-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))", alarmID: nil, kind: .trial, priority: .high,
      isTest: true, text, at: Clock.now)
    let sender = try senders.sender(for: plan, on: MultiThreadedEventLoopGroup(numberOfThreads: 1))
    let warning = Warning()
    try wait(for: { () async throws(DeliveryFault) in
      _ = try await sender.send(message)
      if await (sender as? Ntfy)?.isOpenToAll() == true {
        warning.text.withLock { $0 = "\n\(name): \(Ntfy.openToAll)" }
      }
    })
    let warned = warning.text.withLock { $0 }
    return
      "\(name): the service has taken the test message \(message.id); look whether it has arrived and has rung\(warned)"
  }

  /// Runs a delivery and waits for it on this thread.
  private func wait(
    for delivery: @escaping @Sendable () async throws(DeliveryFault) -> Void
  ) throws(LapwingError) {
    let outcome = TrialOutcome()
    Task {
      do throws(DeliveryFault) {
        try await delivery()
        outcome.finish(nil)
      } catch {
        outcome.finish(error)
      }
    }
    if let fault = outcome.wait() { throw LapwingError(.unavailable, code: "not-taken", fault.sentence) }
  }
}

private final class Warning: Sendable {
  let text = Mutex("")
}

/// The end of a delivery, for a thread that waits.
private final class TrialOutcome: Sendable {
  private let fault = Mutex<DeliveryFault?>(nil)
  private let ended = try? EventFlag()

  func finish(_ fault: DeliveryFault?) {
    self.fault.withLock { $0 = fault }
    ended?.ring()
  }

  func wait() -> DeliveryFault? {
    // Every delivery ends by itself.
    _ = ended?.wait(.seconds(120))
    return fault.withLock { $0 }
  }
}
