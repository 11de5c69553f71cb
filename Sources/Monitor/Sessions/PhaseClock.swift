import Flight
import Readings

/// The phase of flight. A phase that withholds alarms becomes unknown after the longest time that it can last;
/// otherwise a phase that no one ends would withhold alarms for ever.
package struct PhaseClock: Sendable {
  private var reported = Phase.unknown
  private(set) var endsAt: Instant?
  private var isOver = false

  var phase: Phase { isOver ? .unknown : reported }

  /// When the phase becomes unknown by itself; `nil` for never.
  var deadline: Instant? { isOver ? nil : endsAt }

  /// Enters a phase. Entering the same phase again does not extend it.
  mutating func set(_ phase: Phase, at instant: Instant) {
    guard phase != reported else { return }
    reported = phase
    isOver = false
    endsAt = Self.longest(phase).map { instant.advanced(by: $0) }
  }

  mutating func advance(to instant: Instant) { if let endsAt, endsAt <= instant { isOver = true } }

  /// How long a phase that withholds alarms can last. Own choice: a long taxi, climb or descent.
  package static func longest(_ phase: Phase) -> Duration? {
    switch phase {
    case .taxi, .climb, .descent: .seconds(60 * 60)
    case .takeOff: .seconds(15 * 60)
    case .landing: .seconds(30 * 60)
    case .unknown, .preFlight, .boarding, .cruise, .arrived: nil
    }
  }
}
