import Sessions
import Readings

/// The phase of flight that somebody told, for as long as it can last: a phase that is told once and forgotten would
/// withhold alarms for ever.
struct PhaseClock: Sendable {
  private var told = Phase.unknown
  private var endsAt: Instant?
  private var isOver = false

  /// The phase that counts now.
  var phase: Phase { isOver ? .unknown : told }

  /// When it becomes unknown by itself.
  var deadline: Instant? { isOver ? nil : endsAt }

  /// A phase is told. The same one told again is not made longer.
  mutating func tell(_ phase: Phase, at instant: Instant) {
    guard phase != told else { return }
    told = phase
    isOver = false
    endsAt = Self.longest(phase).map { instant.advanced(by: $0) }
  }

  /// Lets time pass.
  mutating func advance(to instant: Instant) { if let endsAt, endsAt <= instant { isOver = true } }

  /// How long a phase that withholds alarms can last. Ours: a long taxi, a long climb or descent.
  private static func longest(_ phase: Phase) -> Duration? {
    switch phase {
    case .taxi, .climb, .descent: .seconds(60 * 60)
    case .takeOff: .seconds(15 * 60)
    case .landing: .seconds(30 * 60)
    case .unknown, .parked, .cruise: nil
    }
  }
}
