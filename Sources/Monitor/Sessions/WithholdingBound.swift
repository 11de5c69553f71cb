import Flight
import Readings

/// For how long phases that the box finds withhold low and medium alarms, all together. ``PhaseInForce`` owns it.
///
/// Three bounds hold: the longest time of the phase; fresh data of the sensor from which it was found, so that its own
/// `no-data` is never withheld; and an allowance of three hours, to which a quarter of all other time comes back. Without
/// the allowance a barometer full of noise would withhold alarms all day, one phase after the other.
struct WithholdingBound: Sendable {
  /// A long taxi, climb, descent and landing of two short flights (choice).
  private static let allowance = Duration.seconds(3 * 3_600)
  /// The part of the time without withholding that comes back (choice).
  private static let recovery = 4

  /// When withholding ends if nothing else happens; not later than the present if it has ended.
  private(set) var end = Instant.start
  /// When the phase has lasted for its longest time.
  private(set) var phaseEnd = Instant.start
  /// Whether the end has passed and was handled.
  private(set) var isOver = true
  private var used = Duration.zero
  private var countedAt = Instant.start
  private var freshUntil = Instant.start
  /// Whether the allowance was used up in this phase. What comes back since then counts from the next phase on.
  private var isSpent = false

  /// Enters a phase. One that withholds nothing ends the withholding.
  mutating func begin(_ phase: Phase, since: Instant, at instant: Instant) {
    count(to: instant)
    isSpent = used >= Self.allowance
    phaseEnd = phase.withholdsLowAndMedium ? PhaseClock.longest(phase).map { since.advanced(by: $0) } ?? .never : .start
    decide()
  }

  /// The sensor from which the phase is found has sent data that count until an instant.
  mutating func hear(freshUntil: Instant, at instant: Instant) {
    count(to: instant)
    self.freshUntil = freshUntil
    decide()
  }

  mutating func advance(to instant: Instant) {
    guard !isOver, end <= instant else { return }
    count(to: instant)
    isOver = true
  }

  private mutating func count(to instant: Instant) {
    guard instant > countedAt else { return }
    let stop = min(max(end, countedAt), instant)
    used += countedAt.duration(to: stop)
    if used >= Self.allowance { isSpent = true }
    used = max(.zero, used - stop.duration(to: instant) / Self.recovery)
    countedAt = instant
  }

  private mutating func decide() {
    end = isSpent ? countedAt : min(phaseEnd, freshUntil, countedAt.advanced(by: Self.allowance - used))
    isOver = end <= countedAt
  }
}
