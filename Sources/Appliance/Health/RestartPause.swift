import Board
import CLinux
import Glibc
import Readings
import System

/// The pause before a start, where the starts before it all ended soon. The service manager starts the box again for ever
/// and at once; a fault that lasts must not keep the machine busy meanwhile. That the pause grows is done here, since
/// systemd 252 knows no growing one.
///
/// How often it has ended soon stands in a file of the service's runtime folder, which a stop and a boot take away. A device
/// that arrives puts another file there, which ends the present pause. What is counted stays: a device that comes and goes
/// must not keep the machine busy.
package struct RestartPause: Sendable {
  private struct Memory {
    /// How many starts in a row ended soon.
    var failures: Int
    /// When the latest one began its work, milliseconds since the boot.
    var at: Int64
  }

  /// One that has run for so long, milliseconds, is no failed start: longer than the watchdog waits, and so long that starts
  /// without a pause keep no machine busy.
  private static let soon: Int64 = 30_000
  /// The first starts come at once: an alarm may be on.
  private static let immediate = 3
  /// The longest pause, seconds.
  private static let longest: Int64 = 30
  /// How often it looks for the end of its pause.
  private static let step = Duration.milliseconds(250)

  private let path: String
  private let arrivalPath: String

  /// The one of this process; `nil` where no service manager gave it a runtime folder.
  package init?() { self.init(folder: ProcessEnvironment.value(of: "RUNTIME_DIRECTORY")) }

  /// - Parameter folder: the runtime folder.
  init?(folder: String?) {
    guard let folder, !folder.isEmpty else { return nil }
    path = folder + "/starts"
    arrivalPath = folder + "/arrival"
  }

  /// The pause after so many starts in a row that ended soon, seconds.
  static func seconds(afterFailures failures: Int) -> Int64 {
    guard failures >= immediate else { return 0 }
    let doublings = failures - immediate
    return doublings < 5 ? 1 << Int64(doublings) : longest
  }

  /// Counts a start.
  /// - Parameter now: milliseconds since the boot.
  /// - Returns: how many before it ended soon, and for how many seconds it is to wait for that.
  func count(at now: Int64) -> (failures: Int, seconds: Int64) {
    let failures = memory.map { now - $0.at < Self.soon ? $0.failures + 1 : 0 } ?? 0
    store(Memory(failures: failures, at: now))
    return (failures, Self.seconds(afterFailures: failures))
  }

  /// The pause is over, and the work begins.
  func begin(at now: Int64) {
    guard let memory else { return }
    store(Memory(failures: memory.failures, at: now))
  }

  /// Whether a device has arrived since the last time this was asked.
  func takeArrival() -> Bool { unlink(arrivalPath) == 0 }

  /// It has ended as it was told to, which is no failure.
  package func forget() { unlink(path) }

  /// Counts this start and waits as long as it must. The service manager is told why.
  /// - Returns: whether the work is to begin; not where the process is told to end meanwhile, which is no failure.
  package func wait() -> Bool {
    let notifier = Heartbeat.manager().notifier
    let (failures, seconds) = count(at: MonotonicClock.millisecondsSinceBoot())
    guard seconds > 0 else { return true }
    let sentence = "the last \(failures) starts ended within half a minute; waits \(seconds) s for the next one"
    try? Output.error.line("lapwing: \(sentence)")
    notifier?.status(sentence)
    let end = MonotonicClock.millisecondsSinceBoot() + 1000 * seconds
    notifier?.extendTimeout(bySeconds: seconds + Self.longest)
    // They stay blocked, as the loop wants them.
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
    // Where it cannot be stored the start counts as the first one.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = "\(memory.failures) \(memory.at)\n".withCString { write(descriptor, $0, strlen($0)) }
  }
}
