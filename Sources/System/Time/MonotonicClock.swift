import CLinux
import Glibc
import Readings

/// The monotonic clock of the kernel (`CLOCK_MONOTONIC`), counted from the creation of this value. It also reads the
/// date and the time since boot.
package struct MonotonicClock: Sendable {
  private let origin: Int64
  private let read: @Sendable () -> Int64

  package init() {
    read = Self.kernelNanoseconds
    origin = read()
  }

  /// A clock for tests: it starts at zero and the caller moves it.
  package init(movedBy read: @escaping @Sendable () -> Instant) {
    self.read = { Instant.start.duration(to: read()).wholeNanoseconds }
    origin = 0
  }

  package var now: Instant { Instant(nanoseconds: read() - origin) }

  /// Converts a time that the kernel took from its monotonic clock, such as that of a GPIO event.
  package func instant(kernelNanoseconds: UInt64) -> Instant {
    Instant(nanoseconds: Int64(clamping: kernelNanoseconds) - origin)
  }

  private static func kernelNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The kernel's monotonic time in microseconds. GPIO events and the service manager use the same clock.
  package static func kernelMicroseconds() -> Int64 { kernelNanoseconds() / 1000 }

  package static func millisecondsSinceBoot() -> Int64 { clinux_milliseconds_since_boot() }

  /// The date in milliseconds since 1970 (UTC).
  package static func unixMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
