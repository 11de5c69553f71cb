import CLinux
import Glibc

package enum ProcessEnvironment {
  package static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// Steps that a process must take before anything else.
package enum ProcessStart {
  /// Makes name look-ups of a static binary safe, and opens the three standard descriptors if they are closed.
  /// Otherwise the next opened file would get the number of a standard descriptor. Call it first in main.
  package static func prepare() {
    _ = clinux_use_builtin_name_lookups()
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)  // Takes the lowest free number, which is this one.
    }
  }
}
