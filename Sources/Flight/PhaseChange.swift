import Readings

/// How a phase became known. The raw values are words in JSON and in the logbook.
package enum PhaseSource: String, CaseIterable, Sendable {
  /// From pressure and CO2: see ``PhaseDetector``.
  case detected
  /// By hand, at a button of the box.
  case button
  /// By hand, with `lapwing phase` or over the control socket.
  case command
  case timeline
  /// A person has begun a session of an aircraft, and nothing else is known.
  case session
  /// It was true for too long, or what it was found from is no longer received: the phase is unknown now.
  case expired

  /// Whether a person says so.
  package var isByHand: Bool {
    switch self {
    case .button, .command, .timeline: true
    case .detected, .session, .expired: false
    }
  }
}

package struct PhaseChange: Sendable, Equatable {
  package var phase: Phase
  /// When it began. A detected phase becomes sure only later, and is dated back.
  package var since: Instant
  /// From 0 to 1. What a person says is 1.
  package var probability: Double
  package var source: PhaseSource

  package init(_ phase: Phase, since: Instant, probability: Double, source: PhaseSource) {
    (self.phase, self.since, self.probability, self.source) = (phase, since, probability, source)
  }

  package static let none = PhaseChange(.unknown, since: .start, probability: 0, source: .expired)
}
