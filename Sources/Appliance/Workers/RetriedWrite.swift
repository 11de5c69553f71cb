import Readings
import System

/// When a write that has failed is tried again. Each different failure is reported once.
struct RetriedWrite {
  private let interval: Duration
  private let inward: BoundedRing<LoopInput>
  private let clock: MonotonicClock
  private var retryAt: Instant?
  private var reportedFault: String?

  init(every interval: Duration, inward: BoundedRing<LoopInput>, clock: MonotonicClock) {
    (self.interval, self.inward, self.clock) = (interval, inward, clock)
  }

  /// Whether no failure was a moment ago.
  var isDue: Bool { retryAt.map { clock.now >= $0 } ?? true }

  /// There is something new to write, which does not wait.
  mutating func begin() { retryAt = nil }

  mutating func succeed() { (retryAt, reportedFault) = (nil, nil) }

  mutating func fail(_ error: LapwingError) {
    retryAt = clock.now.advanced(by: interval)
    guard reportedFault != error.message else { return }
    reportedFault = error.message
    _ = inward.push(.note(error.message))
    inward.bell.ring()
  }
}
