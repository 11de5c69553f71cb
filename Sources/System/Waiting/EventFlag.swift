import CLinux
import Glibc
import Readings

/// A flag that one thread raises to wake another one (eventfd). Any thread may ring it; one thread waits for it.
package final class EventFlag: Sendable {
  package let descriptor: Descriptor

  package init() throws(LapwingError) {
    descriptor = try Descriptor(eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)), "eventfd")
  }

  package func ring() {
    var one: UInt64 = 1
    _ = write(descriptor.number, &one, 8)  // Full only after 2^64 rings.
  }

  package func clear() {
    var count: UInt64 = 0
    _ = read(descriptor.number, &count, 8)
  }

  /// Waits until the flag is raised, then clears it.
  /// - Returns: whether it was raised within the time.
  package func wait(_ timeout: Duration? = nil) -> Bool {
    let milliseconds = timeout.map { Int32(clamping: $0.wholeNanoseconds / 1_000_000) } ?? -1
    var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    let rang = poll(&request, 1, milliseconds) > 0
    if rang { clear() }
    return rang
  }
}
