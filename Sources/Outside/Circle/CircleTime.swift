import Circle
import Readings
import System

/// The circle's own time in this process. It goes on over a restart by the difference of the dates, at most by a day; if the date
/// went back meanwhile, the time off is not counted (docs/messages.md, rules 1 and 42).
struct CircleTime: Sendable {
  private let clock: MonotonicClock
  private let circle: CircleClock
  /// How much faster than the clock it runs; more than 1 only in tests.
  let speed: Int

  private static let longestOff = Duration.seconds(86_400)

  /// - Parameters:
  ///   - saved: where the saved state ended.
  ///   - savedAt: when that was, ms since 1970; `nil` if nothing was saved.
  ///   - now: ms since 1970.
  init(resuming saved: Instant, savedAt: Int64?, now: Int64, speed: Int = 1, clock: MonotonicClock = MonotonicClock()) {
    self.speed = min(max(speed, 1), 1000)
    self.clock = clock
    let off = Duration.milliseconds(max(0, now - (savedAt ?? now))) * self.speed
    circle = CircleClock(resuming: saved, off: min(off, Self.longestOff), at: Self.fast(clock.now, self.speed))
  }

  var now: Instant { circle.time(Self.fast(clock.now, speed)) }

  func wait(until due: Instant) -> Duration {
    due == .never ? .seconds(86_400) : max(.zero, now.duration(to: due)) / speed
  }

  /// Local time in seconds since 1970, less the circle's time; `nil` if the date is not known. A machine without a clock
  /// begins in the past; the date of this file is earlier than any true one.
  func dateOffset(unix milliseconds: Int64) -> Int64? {
    guard speed == 1, milliseconds > 1_790_000_000_000 else { return nil }
    let local = milliseconds / 1000 + LocalTime.secondsFromUTC(atUnixMilliseconds: milliseconds)
    return local - now.nanoseconds / 1_000_000_000
  }

  private static func fast(_ time: Instant, _ speed: Int) -> Instant {
    Instant(nanoseconds: time.nanoseconds &* Int64(speed))
  }
}
