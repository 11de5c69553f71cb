import CLinux
import Glibc
import Readings

/// An open file descriptor that is closed with its owner.
package final class Descriptor: Sendable {
  /// The number; negative never.
  package let number: Int32

  /// - Parameter number: an open descriptor, or a negative number with `errno`, which throws.
  package init(_ number: Int32, _ what: String) throws(LapwingError) {
    guard number >= 0 else {
      let reason = String(cString: strerror(errno))
      throw LapwingError(.unavailable, code: "no-descriptor", "\(what): \(reason)")
    }
    self.number = number
  }

  deinit { close(number) }
}
