import Board
import CLinux
import Glibc
import Readings
import System

/// The pause before a start after several starts that ended soon. The service manager restarts the box immediately and
/// without limit, and a lasting fault must not keep the machine busy. The pause grows here, because systemd 252 has no
/// growing one.
///
/// The count is in a file of the service's runtime folder, which is removed by a stop and by a boot. When a device is
/// plugged in, another file appears there and ends the present pause. The count stays, so that a device that comes and
/// goes does not keep the machine busy.
package struct RestartPause: Sendable {
  private struct Memory {
    /// The number of starts in a row that ended soon.
    var failures: Int
    /// When the latest start began its work, in milliseconds since boot.
    var at: Int64
  }

  /// In milliseconds. A start that ran for this time has not failed: it is longer than the watchdog waits, and restarts
  /// at this interval do not keep the machine busy.
  private static let soon: Int64 = 30_000
  /// The first restarts have no pause, because an alarm may be present.
  private static let immediate = 3
  private static let longest: Int64 = 30
  /// The interval at which a waiting process checks for the end of its pause.
  private static let step = Duration.milliseconds(250)

  private let path: String
  private let arrivalPath: String

  /// The pause of this process; `nil` if the service manager gave it no runtime folder.
  package init?() { self.init(folder: ProcessEnvironment.value(of: "RUNTIME_DIRECTORY")) }

  init?(folder: String?) {
    guard let folder, !folder.isEmpty else { return nil }
    path = folder + "/starts"
    arrivalPath = folder + "/arrival"
  }

  /// The pause in seconds after this number of starts in a row that ended soon.
  static func seconds(afterFailures failures: Int) -> Int64 {
    guard failures >= immediate else { return 0 }
    let doublings = failures - immediate
    return doublings < 5 ? 1 << Int64(doublings) : longest
  }

  /// Counts a start.
  /// - Parameter now: milliseconds since boot.
  /// - Returns: the number of earlier starts that ended soon, and the pause in seconds.
  func count(at now: Int64) -> (failures: Int, seconds: Int64) {
    let failures = memory.map { now - $0.at < Self.soon ? $0.failures + 1 : 0 } ?? 0
    store(Memory(failures: failures, at: now))
    return (failures, Self.seconds(afterFailures: failures))
  }

  /// Records that the pause is over and the work begins.
  func begin(at now: Int64) {
    guard let memory else { return }
    store(Memory(failures: memory.failures, at: now))
  }

  /// Whether a device was plugged in since the last call.
  func takeArrival() -> Bool { unlink(arrivalPath) == 0 }

  /// Deletes the count, because the process ended by order.
  package func forget() { unlink(path) }

  /// Counts this start and waits for its pause. It reports the reason to the service manager.
  /// - Returns: `false` if the process received a signal to end during the pause, which is not a failure.
  package func wait() -> Bool {
    let notifier = WatchdogFeeder.manager().notifier
    let (failures, seconds) = count(at: MonotonicClock.millisecondsSinceBoot())
    guard seconds > 0 else { return true }
    let sentence = "the last \(failures) starts ended within half a minute; waits \(seconds) s for the next one"
    try? Output.error.line("lapwing: \(sentence)")
    notifier?.status(sentence)
    let end = MonotonicClock.millisecondsSinceBoot() + 1000 * seconds
    notifier?.extendTimeout(bySeconds: seconds + Self.longest)
    // The signals stay blocked, as the loop needs them.
    var ends = sigset_t()
    sigemptyset(&ends)
    sigaddset(&ends, SIGTERM)
    sigaddset(&ends, SIGINT)
    sigprocmask(SIG_BLOCK, &ends, nil)
    while MonotonicClock.millisecondsSinceBoot() < end, !takeArrival() {
      var step = timespec(tv_sec: 0, tv_nsec: Int(Self.step.wholeNanoseconds))
      if sigtimedwait(&ends, nil, &step) > 0 {
        forget()
        return false
      }
    }
    begin(at: MonotonicClock.millisecondsSinceBoot())
    return true
  }

  private var memory: Memory? {
    guard let line = SystemFiles.line(of: path) else { return nil }
    let numbers = line.split(separator: " ").compactMap { Int64($0) }
    guard numbers.count == 2, (0..<1_000_000).contains(numbers[0]), numbers[1] >= 0 else { return nil }
    return Memory(failures: Int(numbers[0]), at: numbers[1])
  }

  private func store(_ memory: Memory) {
    // If the file cannot be written, the start counts as the first one.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = "\(memory.failures) \(memory.at)\n".withCString { write(descriptor, $0, strlen($0)) }
  }
}
