import Readings

/// Sends the dead-man's ping while the critical loop of the box answers and messages can be kept.
struct PingWatch: Sendable {
  let name: String
  let ping: DeadMansPing
  let health: BoxHealth
  let queue: OutsideQueue
  let log: OutsideLog

  /// A ping that fails is soon tried again: the service waits only some minutes.
  private static let retry = Duration.seconds(10)

  /// Under which the queue keeps when the last sign of life was taken.
  static func key(of ping: String) -> String { "ping \(ping)" }

  func run() async {
    var isStarted = false, wasAlive = true, said: String?
    while !Task.isCancelled {
      let signal = isStarted ? signal() : .start
      do throws(DeliveryFault) {
        // The service is told once that the box is dead; from then on silence says the same.
        if signal == .start || signal == .alive || wasAlive { try await ping.send(signal) }
        if signal == .alive { try? queue.keep("\(Clock.now)", as: Self.key(of: name)) }
        said = nil
        wasAlive = signal == .start || signal == .alive
        let pause = isStarted ? DeadMansPing.interval : .seconds(1)
        isStarted = true
        try? await Task.sleep(for: pause)
      } catch {
        if said != error.sentence { log.say("\(name): \(error.sentence)") }
        said = error.sentence
        // A service may know the address alone. Then that is the first sign of life, and silence says that the box is dead.
        if !error.isTemporary, signal == .start {
          isStarted = true
          continue
        }
        if !error.isTemporary, signal != .alive { wasAlive = false }
        try? await Task.sleep(for: Self.retry)
      }
    }
  }

  func signal() -> DeadMansPing.Signal {
    do throws(LapwingError) {
      try health.ask()
    } catch {
      return .failed("The box is not heard: \(error.message)")
    }
    return Self.signal(of: queue, at: Clock.now)
  }

  /// A queue that cannot be written tells nobody.
  static func signal(of queue: OutsideQueue, at now: Int64) -> DeadMansPing.Signal {
    do throws(LapwingError) {
      try queue.keep("\(now)", as: "alive")
      return .alive
    } catch {
      return .failed("Messages cannot be kept, so nobody is told: \(error.message)")
    }
  }
}
