import CLinux
import Glibc
import Readings

/// An open file descriptor. It is closed when its owner is released.
package final class Descriptor: Sendable {
  /// Never negative.
  package let number: Int32

  /// - Parameter number: an open descriptor. A negative number means that the call failed, and `errno` becomes the
  ///   error.
  package init(_ number: Int32, _ what: String) throws(LapwingError) {
    guard number >= 0 else {
      throw LapwingError(.unavailable, code: .noDescriptor, "\(what): \(SystemFault.reason)")
    }
    self.number = number
  }

  deinit { close(number) }
}
