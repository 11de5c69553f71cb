import Glibc

/// The environment that the process was started with.
package enum ProcessEnvironment {
  /// A variable's value; `nil` where it is not set.
  package static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
