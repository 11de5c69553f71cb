import GRDB
import Synchronization
import System

/// Finds that the date was set, and moves the times of what waits with it: a message waits as long as it would have
/// waited by a clock that is never set. Over a restart of this process only the date is known.
final class ClockSteps: Sendable {
  /// Milliseconds since 1970, and by a clock that is never set.
  private let date: @Sendable () -> Int64
  private let steady: @Sendable () -> Int64
  /// The date less the steady time, as the times in the queue have it.
  private let offset: Mutex<Int64>

  /// A slow correction of the date is followed in steps of this size. In milliseconds.
  private static let smallest: Int64 = 5000

  init(date: @escaping @Sendable () -> Int64, steady: @escaping @Sendable () -> Int64) {
    (self.date, self.steady) = (date, steady)
    offset = Mutex(date() - steady())
  }

  convenience init() {
    self.init(date: MonotonicClock.unixMilliseconds, steady: { MonotonicClock.kernelMicroseconds() / 1000 })
  }

  /// Looks at the clocks, and moves the times in the queue if the date was set.
  /// - Returns: what to pass to ``note(_:)`` when this is on the disk.
  func follow(in db: Database) throws -> Int64 {
    let new = date() - steady()
    let (step, isOverflow) = new.subtractingReportingOverflow(offset.withLock { $0 })
    guard !isOverflow, abs(step) >= Self.smallest else { return new - step }
    try db.execute(
      sql: """
        UPDATE message SET not_before_ms = not_before_ms + ?1, expires_ms = expires_ms + ?1,
          next_try_ms = CASE next_try_ms WHEN 0 THEN 0 ELSE next_try_ms + ?1 END
        WHERE state = 'waiting'
        """, arguments: [step])
    // Until when a service is asked for an answer counts from there.
    try db.execute(
      sql: "UPDATE message SET done_ms = done_ms + ? WHERE state = 'sent' AND receipt IS NOT NULL", arguments: [step])
    try db.execute(
      sql: "UPDATE channel_proof SET since_ms = since_ms + ?1, asked_ms = asked_ms + ?1, good_ms = good_ms + ?1",
      arguments: [step])
    return new
  }

  /// The date as the times in the queue have it, ms since 1970.
  func date(at offset: Int64) -> Int64 { steady() &+ offset }

  func note(_ offset: Int64) { self.offset.withLock { $0 = offset } }
}
