import Alarms
import Sessions
import Readings

/// Counts the readings, values and alarms of a running session, for its summary.
struct SessionTally: Sendable {
  private let startedAt: Instant
  private let gradesAir: Bool
  private var summary = SessionSummary()

  init(startedAt: Instant, gradesAir: Bool) {
    self.startedAt = startedAt
    self.gradesAir = gradesAir
  }

  mutating func countReading() { summary.readings += 1 }

  mutating func add(_ value: Double, of quantity: Quantity) {
    switch quantity {
    case .co2PartsPerMillion: summary.co2.add(value)
    case .heartRateBeatsPerMinute: summary.heartRate.add(value)
    default: break
    }
  }

  /// Counts the time in which a value was in force; only the part within the session counts.
  mutating func hold(_ value: Double, of quantity: Quantity, from start: Instant, to end: Instant) {
    let duration = max(start, startedAt).duration(to: end)
    switch quantity {
    case .co2PartsPerMillion: summary.co2.hold(value, for: duration)
    case .heartRateBeatsPerMinute: summary.heartRate.hold(value, for: duration)
    default: break
    }
  }

  mutating func countOnset(_ priority: Priority) {
    switch priority {
    case .low: summary.lowAlarms += 1
    case .medium: summary.mediumAlarms += 1
    case .high: summary.highAlarms += 1
    }
  }

  func closed(at instant: Instant) -> SessionSummary {
    var closed = summary
    closed.duration = startedAt.duration(to: instant)
    closed.grade = gradesAir ? summary.co2.mean.map(Grade.init(meanCO2PartsPerMillion:)) : nil
    return closed
  }
}
