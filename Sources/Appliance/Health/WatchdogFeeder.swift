import Board
import Glibc
import Readings
import System

/// Feeds the watchdogs of the service manager and of the hardware. Only the critical loop calls it, at the end of a
/// turn in which all went well.
struct WatchdogFeeder {
  /// The service manager, if it started the box.
  let manager: ServiceNotifier?
  private let hardware: HardwareWatchdog?
  /// The interval of the feeding; `nil` if there is no watchdog.
  private let interval: Duration?
  private var nextBeat = Instant.start

  /// - Parameter managerTimeout: the time without a sign of life after which it restarts the box; `nil` for never.
  init(manager: ServiceNotifier?, managerTimeout: Duration?, hardware: HardwareWatchdog?) {
    self.manager = manager
    self.hardware = hardware
    let timeouts = [managerTimeout, hardware.map { .seconds($0.timeoutSeconds) }].compactMap { $0 }
    // A third of the timeout, so that one feeding may be late by a whole interval.
    interval = timeouts.min().map { $0 / 3 }
  }

  static var none: WatchdogFeeder { WatchdogFeeder(manager: nil, managerTimeout: nil, hardware: nil) }

  /// What the service manager passed in the environment (sd_notify(3), sd_watchdog_enabled(3)).
  static func manager() -> (notifier: ServiceNotifier?, timeout: Duration?) {
    let notifier = ProcessEnvironment.value(of: "NOTIFY_SOCKET").flatMap { ServiceNotifier(address: $0) }
    let isMeant = ProcessEnvironment.value(of: "WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
    guard notifier != nil, isMeant,
      let microseconds = ProcessEnvironment.value(of: "WATCHDOG_USEC").flatMap(Int64.init),
      microseconds > 0
    else { return (notifier, nil) }
    return (notifier, .microseconds(microseconds))
  }

  /// Ends a turn.
  /// - Parameter isHealthy: whether lamps or sounder took their last command, or are absent. If not, no watchdog is
  ///   fed.
  mutating func beat(at instant: Instant, isHealthy: Bool) {
    guard let interval, instant >= nextBeat else { return }
    nextBeat = instant.advanced(by: interval)
    guard isHealthy else { return }
    _ = manager?.pet()
    hardware?.pet()
  }

  func wait(at instant: Instant) -> Duration? {
    guard let interval else { return nil }
    return min(interval, max(.zero, instant.duration(to: nextBeat)))
  }

  /// Ends cleanly: reports the stop and disarms the hardware watchdog.
  func end() {
    manager?.stopping()
    hardware?.disarm()
  }
}
