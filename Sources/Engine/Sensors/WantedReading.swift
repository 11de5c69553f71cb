import Alarms
import Readings
import SensorProtocols

extension Reading {
  /// The quantities that any alarm condition watches. The pulse of an oximeter counts as a heart rate.
  private static let watched: [Quantity] =
    ConditionTable.standard.all.flatMap { [$0.trigger.quantity, $0.detector].compactMap(\.self) }
    + [.pulseBeatsPerMinute]

  /// Whether it holds something for which a sensor of this model is watched: its main quantity, or one that has a
  /// limit. A battery level alone does not count, nor does a message that cannot be read.
  package func hasWanted(of model: SensorModel) -> Bool {
    guard !measurements.isEmpty, !isSpotCheck else { return false }
    return Self.watched.contains { has($0) } || hasMain(of: model)
  }

  package func hasMain(of model: SensorModel) -> Bool {
    !isSpotCheck && SensorKind.mainQuantity(of: model).map { has($0) } ?? false
  }

  /// Whether it holds a value of a quantity. A heart rate or a pulse of 0 means that the sensor found no beat.
  private func has(_ quantity: Quantity) -> Bool {
    guard let value = measurements[quantity] else { return false }
    return (quantity != .heartRateBeatsPerMinute && quantity != .pulseBeatsPerMinute) || value > 0
  }

  /// Whether it shows that the sensor works here and now: it holds the main quantity, and a strap measures on a body.
  package func provesPresence(of model: SensorModel) -> Bool {
    let entry = Catalogue.entry(for: model)
    guard !isSpotCheck, let value = measurements[entry.mainQuantity], entry.isPlausible(value, of: entry.mainQuantity)
    else {
      return false
    }
    guard entry.isHeartRateSensor else { return true }
    switch contact {
    case .detected: return true
    case .notDetected: return false
    // A strap without contact detection reports plausible RR intervals only on a body.
    case .notSupported, nil: return (0..<rrIntervals.count).contains { rrIntervals.isPlausible(at: $0) }
    }
  }
}
