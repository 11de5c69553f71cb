import Alarms
import Readings
import SensorProtocols

extension Reading {
  /// The quantities that any alarm watches.
  private static let watched: [Quantity] = ConditionTable.standard.all.compactMap(\.trigger.quantity)

  /// Whether it holds anything for which a sensor of this kind is watched: its main quantity, or one that has a limit. A
  /// battery alone, or a message that cannot be read, holds nothing.
  package func hasWanted(of model: SensorModel) -> Bool {
    guard !measurements.isEmpty else { return false }
    return Self.watched.contains { tells($0) } || hasMain(of: model)
  }

  /// Whether it holds what a sensor of this kind is owned for.
  package func hasMain(of model: SensorModel) -> Bool {
    SensorKind.mainQuantity(of: model).map { tells($0) } ?? false
  }

  /// Whether it holds a value of a quantity. A heart rate of 0 is the word of a sensor that has found no beat.
  private func tells(_ quantity: Quantity) -> Bool {
    guard let value = measurements[quantity] else { return false }
    return quantity != .heartRateBeatsPerMinute || value > 0
  }

  /// Whether it shows that a sensor does its work here and now: it tells its main quantity, and that of a strap comes from
  /// a body.
  package func provesPresence(of model: SensorModel) -> Bool {
    let entry = Catalogue.entry(for: model)
    guard let value = measurements[entry.mainQuantity], entry.isPlausible(value, of: entry.mainQuantity) else {
      return false
    }
    guard entry.isHeartRateSensor else { return true }
    switch contact {
    case .detected: return true
    case .notDetected: return false
    // A strap that cannot tell counts beats only where there is a heart.
    case .notSupported, nil: return (0..<rrIntervals.count).contains { rrIntervals.isPlausible(at: $0) }
    }
  }
}
