import Foundation
import Readings
import System
import Web

/// Sends the dead-man's ping while the critical loop of the box answers and messages can be kept.
struct PingWatch: Sendable {
  let name: String
  let ping: DeadMansPing
  let health: BoxHealth
  let queue: OutsideQueue
  let log: OutsideLog

  /// A ping that fails is soon tried again: the service waits only some minutes.
  private static let retry = Duration.seconds(10)

  func run() async {
    var isStarted = false, wasAlive = true, said: String?
    while !Task.isCancelled {
      let signal = isStarted ? await signal() : .start
      do throws(DeliveryFault) {
        // The service gets one message that the box is dead; from then on silence says the same.
        let isSent = signal == .start || signal == .alive || wasAlive
        if isSent { try await ping.send(signal) }
        said = nil
        wasAlive = signal == .start || signal == .alive
        let pause = isStarted ? DeadMansPing.interval : .seconds(1)
        isStarted = true
        if isSent { note(signal.sentence) }
        try? await Task.sleep(for: pause)
      } catch {
        // Not every service knows /start. What counts is that the box is alive.
        if signal == .start, !error.isTemporary { isStarted = true }
        if said != error.sentence { log.say("\(name): \(error.sentence)") }
        said = error.sentence
        note(error.sentence)
        if !error.isTemporary, signal != .alive { wasAlive = false }
        try? await Task.sleep(for: isStarted && signal == .start ? .seconds(1) : Self.retry)
      }
    }
  }

  /// For `lapwing outside status`.
  private func note(_ fault: String?) {
    try? queue.keep(PingNote(at: Clock.now, fault: fault), of: name)
  }

  func signal() async -> DeadMansPing.Signal {
    do throws(LapwingError) {
      let health = health
      _ = try await Thread.run(named: "ping") { () throws(LapwingError) in try health.ask() }
    } catch {
      return .failed("No contact with the box: \(error.message)")
    }
    return Self.signal(of: queue, at: Clock.now)
  }

  /// A queue that cannot be written sends no messages.
  static func signal(of queue: OutsideQueue, at now: Int64) -> DeadMansPing.Signal {
    do throws(LapwingError) {
      try queue.keep("\(now)", as: "alive")
      return queue.isInMemory ? .failed("The disk takes nothing, so messages go out from memory: make room") : .alive
    } catch {
      return .failed("Messages cannot be kept, so no one gets them: \(error.message)")
    }
  }
}
