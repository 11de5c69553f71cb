import Readings
import SensorProtocols

/// What the monitor asks of a kind of sensor at every reading, taken out of the catalogue once: a catalogue entry holds
/// names, advice and tables by key, which cost too much to copy and to look up in the critical loop.
final class SensorTraits: Sendable {
  /// Of which kind of sensor.
  let model: SensorModel
  /// What the sensor is owned for.
  let mainQuantity: Quantity
  /// How long a measurement counts where the sensor does not tell its own interval.
  let freshness: Duration
  /// Whether an unchanged counter says that the values are only repeated.
  let countsMeasurements: Bool
  /// The voltage below which its battery is nearly empty, where it tells a voltage and no charge.
  let lowBatteryMillivolts: Double?
  /// Whether it measures the heart rate.
  let isHeartRateSensor: Bool

  private let entry: CatalogueEntry
  /// What can be measured, by the number of the quantity; a quantity without limits has an endless range.
  private let plausible: [ClosedRange<Double>]

  private static let known: [SensorTraits?] = {
    var known = [SensorTraits?](repeating: nil, count: 256)
    for entry in Catalogue.entries { known[Int(entry.model.number)] = SensorTraits(entry.model) }
    return known
  }()

  /// Those of a kind of sensor. It takes no memory for one that the catalogue has.
  static func of(_ model: SensorModel) -> SensorTraits { known[Int(model.number)] ?? SensorTraits(model) }

  private init(_ model: SensorModel) {
    self.model = model
    let entry = Catalogue.entry(for: model)
    self.entry = entry
    mainQuantity = entry.mainQuantity
    freshness = entry.freshness
    countsMeasurements = entry.countsMeasurements
    lowBatteryMillivolts = entry.lowBatteryMillivolts
    isHeartRateSensor = entry.isHeartRateSensor
    let endless = -Double.infinity...Double.infinity
    var plausible = [ClosedRange<Double>](repeating: endless, count: Quantity.allCases.count)
    for quantity in Quantity.allCases { plausible[Int(quantity.rawValue)] = entry.plausible[quantity] ?? endless }
    self.plausible = plausible
  }

  /// As what it says something of a person's heart; `nil` where it does not.
  var heartSource: Quantity? {
    mainQuantity == .heartRateBeatsPerMinute || mainQuantity == .oxygenSaturationPercent ? mainQuantity : nil
  }

  /// Whether a value of a quantity is one that this sensor can measure.
  func isPlausible(_ value: Double, of quantity: Quantity) -> Bool {
    let place = Int(quantity.rawValue)
    return plausible.indices.contains(place) ? plausible[place].contains(value) : true
  }

  /// Whether a value that the sensor cannot measure lies above its scale.
  func isAboveScale(_ value: Double, of quantity: Quantity) -> Bool {
    let place = Int(quantity.rawValue)
    return plausible.indices.contains(place) && value > plausible[place].upperBound
  }

  /// How long a measurement counts from when it was taken.
  func freshness(intervalSeconds: UInt16?) -> Duration { entry.freshness(intervalSeconds: intervalSeconds) }

  /// For how long a quantity may stand still before it counts as frozen; `nil` where it may do so for ever.
  func frozenAfter(_ quantity: Quantity, intervalSeconds: UInt16?) -> Duration? {
    entry.frozenAfter(quantity, intervalSeconds: intervalSeconds)
  }
}
