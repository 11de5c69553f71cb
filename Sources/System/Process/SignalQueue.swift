import CLinux
import Glibc
import Readings

/// Delivers signals as readable events (signalfd). Create it before any thread starts, because threads inherit the
/// blocked signals.
package final class SignalQueue: Sendable {
  package let descriptor: Descriptor

  /// Blocks SIGINT, SIGTERM and SIGHUP in this thread and in all threads that it starts. Ignores SIGPIPE and SIGXFSZ: a
  /// closed pipe or a file size limit shall fail a write and not end the alarms.
  package init() throws(LapwingError) {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&mask, number) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    descriptor = try Descriptor(
      signalfd(-1, &mask, Int32(SFD_NONBLOCK | SFD_CLOEXEC)), "signalfd")
  }

  /// Lets SIGINT and SIGTERM end the process immediately again.
  package func restoreDefaults() {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in [SIGINT, SIGTERM] { sigaddset(&mask, number) }
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  /// Ends the process after ``longestEnd`` in any case. Only output is left to write by then, and its reader may never
  /// take it.
  package func endInAnyCase() {
    signal(SIGALRM) { _ in _exit(SystemExit.inputOutput.rawValue) }
    alarm(UInt32(Self.longestEnd))
  }

  /// In seconds. Longer than every wait during the end of a run.
  package static let longestEnd: Int64 = 25

  package func next() -> Int32? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(descriptor.number, &information, size) == size else { return nil }
    return Int32(bitPattern: information.ssi_signo)
  }
}
