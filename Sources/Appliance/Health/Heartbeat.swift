import Board
import Glibc
import Readings
import System

/// The chain of watchdogs: the service manager's and the hardware's. Both are petted here and nowhere else, by the
/// critical loop, at the end of a turn in which all went well.
struct Heartbeat {
  /// The service manager, where it started the appliance.
  let manager: ServiceNotifier?
  private let hardware: HardwareWatchdog?
  /// How often they are petted; `nil` where nobody waits for it.
  private let interval: Duration?
  private var nextBeat = Instant.start

  /// - Parameters:
  ///   - manager: the service manager.
  ///   - managerTimeout: after what time without a sign it restarts the appliance; `nil` for never.
  ///   - hardware: the hardware's watchdog, armed.
  init(manager: ServiceNotifier?, managerTimeout: Duration?, hardware: HardwareWatchdog?) {
    self.manager = manager
    self.hardware = hardware
    let timeouts = [managerTimeout, hardware.map { .seconds($0.timeoutSeconds) }].compactMap { $0 }
    // A third: one beat may come late by a whole interval.
    interval = timeouts.min().map { $0 / 3 }
  }

  /// Nobody waits for it.
  static var none: Heartbeat { Heartbeat(manager: nil, managerTimeout: nil, hardware: nil) }

  /// What the service manager has said in the environment (sd_notify(3), sd_watchdog_enabled(3)).
  static func manager() -> (notifier: ServiceNotifier?, timeout: Duration?) {
    let notifier = ProcessEnvironment.value(of: "NOTIFY_SOCKET").flatMap { ServiceNotifier(address: $0) }
    let isMeant = ProcessEnvironment.value(of: "WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
    guard notifier != nil, isMeant,
      let microseconds = ProcessEnvironment.value(of: "WATCHDOG_USEC").flatMap(Int64.init),
      microseconds > 0
    else { return (notifier, nil) }
    return (notifier, .microseconds(microseconds))
  }

  /// The turn is done.
  /// - Parameter isHealthy: whether lamps or sounder took their last command, or are not there. If not, nobody is petted.
  mutating func beat(at instant: Instant, isHealthy: Bool) {
    guard let interval, instant >= nextBeat else { return }
    nextBeat = instant.advanced(by: interval)
    guard isHealthy else { return }
    _ = manager?.pet()
    hardware?.pet()
  }

  /// How long the loop may sleep.
  func wait(at instant: Instant) -> Duration? {
    guard let interval else { return nil }
    return min(interval, max(.zero, instant.duration(to: nextBeat)))
  }

  /// The appliance ends cleanly.
  func end() {
    manager?.stopping()
    hardware?.disarm()
  }
}
