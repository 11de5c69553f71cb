import Readings

/// The numbers of the quantities in blocks, 0 to 62. They are part of the format: a number is never changed or used again.
enum BlockQuantity {
  /// Not the numbers of ``Quantity``, which follow the order of JSON.
  private static let quantities: [Quantity] = [
    .co2PartsPerMillion, .equivalentCO2PartsPerMillion, .temperatureCelsius, .relativeHumidityPercent,
    .pressureHectopascals, .pm1MicrogramsPerCubicMetre, .pm25MicrogramsPerCubicMetre, .pm4MicrogramsPerCubicMetre,
    .pm10MicrogramsPerCubicMetre, .vocIndex, .noxIndex, .vocPartsPerBillion, .tvocMicrogramsPerCubicMetre,
    .formaldehydePartsPerBillion, .formaldehydeMicrogramsPerCubicMetre, .carbonMonoxidePartsPerBillion,
    .ozonePartsPerBillion, .radonBecquerelsPerCubicMetre, .radonLongTermBecquerelsPerCubicMetre,
    .radiationNanosievertsPerHour, .radiationTotalNanosieverts, .radiationDurationSeconds, .illuminanceLux,
    .soundDecibels, .soilMoisturePercent, .batteryPercent, .batteryMillivolts, .heartRateBeatsPerMinute,
    .energyKilojoules, .oxygenSaturationPercent, .pulseBeatsPerMinute, .oxygenSaturationFastPercent,
    .pulseFastBeatsPerMinute, .oxygenSaturationSlowPercent, .pulseSlowBeatsPerMinute, .pulseAmplitudePercent,
    .co2SentPartsPerMillion, .co2CorrectionHectopascals, .co2CorrectionPercentPerKilopascal,
    .carbonMonoxideDetected,
  ]

  private static let numbers = Dictionary(
    uniqueKeysWithValues: quantities.enumerated().map { ($1, UInt64($0)) })

  /// `nil` for a quantity that has no number yet, which a test refuses.
  static func number(of quantity: Quantity) -> UInt64? { numbers[quantity] }

  /// `nil` for a quantity of a later version.
  static func quantity(_ number: UInt64) -> Quantity? {
    number < UInt64(quantities.count) ? quantities[Int(number)] : nil
  }
}
