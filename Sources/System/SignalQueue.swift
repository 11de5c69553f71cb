import CLinux
import Glibc
import Readings

/// Signals as readable events. They must be blocked before any thread is started, so that every thread inherits that.
package final class SignalQueue: Sendable {
  /// Readable while a signal waits.
  package let descriptor: Descriptor

  /// Blocks SIGINT, SIGTERM and SIGHUP for this thread and all that it starts, and ignores SIGPIPE: a reader that goes
  /// away is an error of a write, not the end of the alarms. So is a file size limit.
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

  /// Lets the signals that ask for the end do so at once again.
  package func restoreDefaults() {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in [SIGINT, SIGTERM] { sigaddset(&mask, number) }
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  /// Ends the process after some time whatever it does: what remains is output, and nobody may ever take it.
  package func endInAnyCase() {
    signal(SIGALRM) { _ in _exit(SystemExit.inputOutput.rawValue) }
    alarm(UInt32(Self.longestEnd))
  }

  /// Seconds; longer than all that is waited for by then.
  package static let longestEnd: Int64 = 25

  /// The next signal's number, or `nil` where none waits.
  package func next() -> Int32? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(descriptor.number, &information, size) == size else { return nil }
    return Int32(bitPattern: information.ssi_signo)
  }
}
