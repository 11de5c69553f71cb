import Readings

/// What the monitor and a person need to know of a kind of sensor beyond its bytes.
public struct CatalogueEntry: Sendable {
  /// Which kind.
  public let model: SensorModel
  /// What it is owned for. It counts as alive as long as this one is measured: a CO2 monitor whose CO2 sensor is being
  /// calibrated still sends a temperature.
  public let mainQuantity: Quantity
  /// How long a measurement counts, where the sensor does not tell its own interval.
  public let freshness: Duration
  /// Whether it measures the heart rate: the loss of its data becomes a high-priority alarm.
  public let isHeartRateSensor: Bool
  /// What to tell its owner when it is heard and gives no reading.
  public let adviceWithoutReading: String

  /// The intervals that can be set at a sensor, seconds; what it tells beyond them is not believed.
  private static let settableIntervals: ClosedRange<UInt16> = 60...600

  /// How long a measurement counts from when it was taken: two intervals of the sensor's own, so that one lost
  /// measurement is no alarm, and half a minute for its advertisement to be heard; else ``freshness``.
  public func freshness(intervalSeconds: UInt16?) -> Duration {
    guard let intervalSeconds, Self.settableIntervals.contains(intervalSeconds) else { return freshness }
    return .seconds(2 * Int(intervalSeconds) + 30)
  }
}

/// The kinds of sensors that Lapwing knows, one entry each.
public enum Catalogue {
  /// The entry of a kind.
  public static func entry(for model: SensorModel) -> CatalogueEntry {
    switch model {
    case .aranet4: aranet4
    case .heartRateService: heartRateService
    }
  }

  /// An Aranet4 measures every 1, 2, 5 or 10 minutes; it says which in every reading that an advertisement carries.
  private static let aranet4 = CatalogueEntry(
    model: .aranet4, mainQuantity: .co2PartsPerMillion, freshness: .seconds(150), isHeartRateSensor: false,
    adviceWithoutReading: "Smart Home integration is off: switch it on in the Aranet Home app.")

  /// A strap notifies once a second. Five seconds is the product's own figure for stale heart-rate data.
  private static let heartRateService = CatalogueEntry(
    model: .heartRateService, mainQuantity: .heartRateBeatsPerMinute, freshness: .seconds(5), isHeartRateSensor: true,
    adviceWithoutReading: "Moisten the strap and check that it is worn.")
}
