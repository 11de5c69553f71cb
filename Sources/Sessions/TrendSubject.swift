import Readings

/// What past values are about: the heart, or the air.
package enum TrendSubject: String, Sendable, CaseIterable {
  case heart, air

  /// What it is about above all.
  package var main: Quantity { self == .heart ? .heartRateBeatsPerMinute : .co2PartsPerMillion }

  /// In the order in which they are shown.
  package var quantities: [Quantity] {
    switch self {
    case .heart: [.heartRateBeatsPerMinute, .oxygenSaturationPercent, .pulseBeatsPerMinute]
    case .air:
      [
        .co2PartsPerMillion, .temperatureCelsius, .relativeHumidityPercent, .pm25MicrogramsPerCubicMetre, .vocIndex,
        .vocPartsPerBillion, .radonBecquerelsPerCubicMetre,
      ]
    }
  }
}
