import Readings

/// Sends the dead-man's ping while the critical loop of the box answers.
struct PingWatch: Sendable {
  let name: String
  let ping: DeadMansPing
  let health: BoxHealth
  let log: OutsideLog

  /// A ping that fails is soon tried again: the service waits only some minutes.
  private static let retry = Duration.seconds(10)

  func run() async {
    var isStarted = false, wasAlive = true
    while !Task.isCancelled {
      let signal = isStarted ? signal() : .start
      do throws(DeliveryFault) {
        // The service is told once that the box is dead; from then on silence says the same.
        if signal == .start || signal == .alive || wasAlive { try await ping.send(signal) }
        wasAlive = signal == .start || signal == .alive
        let pause = isStarted ? DeadMansPing.interval : .seconds(1)
        isStarted = true
        try? await Task.sleep(for: pause)
      } catch {
        log.say("\(name): \(error.sentence)")
        try? await Task.sleep(for: Self.retry)
      }
    }
  }

  private func signal() -> DeadMansPing.Signal {
    do throws(LapwingError) {
      try health.ask()
      return .alive
    } catch {
      return .failed("The box is not heard: \(error.message)")
    }
  }
}
