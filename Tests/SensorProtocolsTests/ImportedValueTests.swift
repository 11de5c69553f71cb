import Readings
import SensorProtocols
import Testing

@Suite struct `A value from a file` {
  private static let values: [(Quantity, good: Double, bad: Double)] = [
    (.heartRateBeatsPerMinute, 60, 65_535), (.co2PartsPerMillion, 600, 65_535), (.oxygenSaturationPercent, 91, 0),
    (.vocPartsPerBillion, 556, 65_535), (.radonBecquerelsPerCubicMetre, 31, 65_535),
  ]

  @Test func `is none if no sensor can measure it, though its model is not known or does not measure that at all`() {
    for (quantity, good, bad) in Self.values {
      for model in ["sensor of a file", "Battery Service"] {
        for (value, isBad) in [(good, false), (bad, true)] {
          var measurements = Measurements()
          measurements[quantity] = value
          let found = Catalogue.implausible(measurements, ofModelNamed: model)
          #expect(found == (isBad ? [quantity] : []), "\(quantity) \(value) of \(model)")
        }
      }
    }
  }
}
