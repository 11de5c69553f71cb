import CLinux
import Glibc

/// What must be done before anything else in a process.
package enum ProcessStart {
  /// Makes name look-ups of a static binary safe, and sees to it that the three standard descriptors are open: the next
  /// file that is opened would take the place of a closed one. Call it first thing in main.
  package static func prepare() {
    _ = clinux_use_builtin_name_lookups()
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)  // Takes the lowest free number, which is this one.
    }
  }
}
