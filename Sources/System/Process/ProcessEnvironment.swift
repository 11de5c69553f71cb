import Glibc

/// Reads the environment variables of the process.
package enum ProcessEnvironment {
  /// The value of a variable; `nil` if it is not set.
  package static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
