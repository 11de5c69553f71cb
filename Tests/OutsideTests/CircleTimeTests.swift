import Readings
import Synchronization
import System
import Testing

@testable import Outside

@Suite("The time of the care circle")
struct CircleTimeTests {
  private func time(saved: Int, savedAt: Int64?, now: Int64, speed: Int = 1) -> Duration {
    let time = CircleTime(
      resuming: Instant.start.advanced(by: .seconds(saved)), savedAt: savedAt, now: now, speed: speed,
      clock: MonotonicClock(movedBy: { Instant.start.advanced(by: .seconds(5000)) }))
    return Instant.start.duration(to: time.now)
  }

  @Test func `goes on where it was saved, later by the time off`() {
    #expect(time(saved: 100, savedAt: 1_000_000, now: 1_030_000) == .seconds(130))
    #expect(time(saved: 100, savedAt: 1_000_000, now: 1_030_000, speed: 5) == .seconds(250))
  }

  @Test func `begins at zero, and counts no time off that is not known or cannot be`() {
    #expect(time(saved: 0, savedAt: nil, now: 1_030_000) == .zero)
    #expect(time(saved: 100, savedAt: 1_000_000, now: 0) == .seconds(100))
    #expect(time(saved: 100, savedAt: 0, now: 1_000_000_000_000) == .seconds(100 + 86_400))
  }

  @Test func `runs as fast as it is told, and says how long to wait`() {
    let now = Mutex(Instant.start)
    let time = CircleTime(
      resuming: .start, savedAt: nil, now: 0, speed: 5, clock: MonotonicClock(movedBy: { now.withLock { $0 } }))
    now.withLock { $0 = $0.advanced(by: .seconds(2)) }
    #expect(Instant.start.duration(to: time.now) == .seconds(10))
    #expect(time.wait(until: Instant.start.advanced(by: .seconds(30))) == .seconds(4))
    #expect(time.wait(until: .start) == .zero)
  }

  @Test func `knows the date unless the machine has never been told one`() {
    let time = CircleTime(resuming: .start, savedAt: nil, now: 0)
    #expect(time.dateOffset(unix: 1000) == nil)
    #expect(time.dateOffset(unix: 1_795_000_000_000) != nil)
  }
}
