import Readings

/// What a page of past values is about.
enum TrendSubject: String, Sendable, CaseIterable {
  case heart, air

  var words: TrendsWords { self == .heart ? .heart : .air }

  /// What it is about above all. Shown if nothing has values.
  var first: Quantity { self == .heart ? .heartRateBeatsPerMinute : .co2PartsPerMillion }

  /// Without a choice the first one that has values is shown.
  var quantities: [Quantity] {
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
