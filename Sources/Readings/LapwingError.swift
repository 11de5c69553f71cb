/// An exit status of `sysexits.h`.
package enum SystemExit: Int32, Sendable {
  case done = 0
  /// The command line was wrong.
  case usage = 64
  /// The input was there and was wrong.
  case badData = 65
  /// The input was not there.
  case noInput = 66
  /// A device or a service is missing.
  case unavailable = 69
  /// Reading or writing failed.
  case inputOutput = 74
  /// This user may not.
  case noPermission = 77
  /// The configuration was wrong.
  case configuration = 78
}

/// Why a command cannot go on.
package struct LapwingError: Error, Sendable, Equatable {
  /// What the process exits with.
  package let status: SystemExit
  /// A stable word for programs.
  package let code: String
  /// One sentence: what is wrong, where, and what to do.
  package let message: String

  package init(_ status: SystemExit, code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }
}
