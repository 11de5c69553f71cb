import Flight
import Readings

package struct PhaseReport: Codable, Sendable, Equatable {
  package let phase: String
  /// When it began, s. A detected phase becomes sure only later.
  package var since: Double?
  /// From 0 to 1.
  package var probability: Double?
  /// `detected`, `button`, `command`, `timeline` or `expired`.
  package var source: String?

  package init(_ change: PhaseChange) {
    phase = change.phase.rawValue
    since = JSONText.rounded(change.since.seconds)
    probability = JSONText.rounded(change.probability)
    source = change.source.rawValue
  }
}
