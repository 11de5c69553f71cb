import Glibc

/// Why a call of the system failed.
package enum SystemFault {
  /// Of the latest call, such as "No such file or directory".
  package static var reason: String { reason(errno) }

  /// - Parameter number: an `errno`.
  package static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
