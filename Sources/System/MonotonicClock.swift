import CLinux
import Glibc
import Readings

/// The monotonic clock, counted from when it was made.
package struct MonotonicClock: Sendable {
  private let origin: Int64
  private let read: @Sendable () -> Int64

  package init() {
    read = Self.kernelNanoseconds
    origin = read()
  }

  /// A clock that somebody else moves on, from zero, for tests of what goes by it.
  package init(movedBy read: @escaping @Sendable () -> Instant) {
    self.read = { Instant.start.duration(to: read()).wholeNanoseconds }
    origin = 0
  }

  /// The time since it was made.
  package var now: Instant { Instant(nanoseconds: read() - origin) }

  /// The time of something that the kernel has dated by its monotonic clock.
  package func instant(kernelNanoseconds: UInt64) -> Instant {
    Instant(nanoseconds: Int64(clamping: kernelNanoseconds) - origin)
  }

  private static func kernelNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The kernel's own monotonic time, which GPIO events and the service manager count in too.
  package static func kernelMicroseconds() -> Int64 { kernelNanoseconds() / 1000 }

  /// Since the machine was booted, milliseconds.
  package static func millisecondsSinceBoot() -> Int64 { clinux_milliseconds_since_boot() }

  /// The date, milliseconds since 1970.
  package static func unixMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
