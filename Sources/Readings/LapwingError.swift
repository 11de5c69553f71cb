import Glibc

/// An exit status of the process, after `sysexits.h`.
package enum SystemExit: Int32, Sendable {
  case done = 0
  case usage = 64
  /// The input exists but is invalid.
  case badData = 65
  case noInput = 66
  /// A device or a service is missing.
  case unavailable = 69
  /// Reading or writing failed.
  case inputOutput = 74
  /// Another process is in the way for a while; nothing is lost, and the command can be run again.
  case tryAgain = 75
  /// The user does not have the permission.
  case noPermission = 77
  case configuration = 78
}

/// Why a command cannot continue. Any room may throw it; the program prints the message and exits with the status.
package struct LapwingError: Error, Sendable, Equatable {
  package let status: SystemExit
  /// A stable word for programs.
  package let code: String
  /// One English sentence: what is wrong, where, and what to do.
  package let message: String

  package init(_ status: SystemExit, code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }
}

/// The latest call of the system that failed.
package enum SystemFault {
  /// Why it failed, such as "No such file or directory".
  package static var reason: String { String(cString: strerror(errno)) }
}
