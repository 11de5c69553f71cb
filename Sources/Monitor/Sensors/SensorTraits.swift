import Readings
import SensorProtocols

/// The facts about a sensor model that the monitor needs for every reading, taken from the catalogue once. A catalogue
/// entry holds names, advice and dictionaries, which would cost too much to copy and to look up in the critical loop.
final class SensorTraits: Sendable {
  let model: SensorModel
  /// The quantity that people buy the sensor for; if it is missing, the sensor counts as lost.
  let mainQuantity: Quantity
  /// How long a measurement counts if the sensor does not send its interval.
  let freshness: Duration
  /// Whether an unchanged counter means that the values are a repetition.
  let countsMeasurements: Bool
  /// The voltage below which the battery is nearly empty; `nil` if the sensor sends a charge or no battery data.
  let lowBatteryMillivolts: Double?
  let isHeartRateSensor: Bool
  /// Whether it sends only when something happens, so that its silence is no loss.
  let sendsOnEvents: Bool

  private let entry: CatalogueEntry
  /// The range of the sensor, by the raw value of the quantity; infinite if the catalogue has none.
  private let plausible: [ClosedRange<Double>]

  private static let known: [SensorTraits?] = {
    var known = [SensorTraits?](repeating: nil, count: 256)
    for entry in Catalogue.entries { known[Int(entry.model.number)] = SensorTraits(entry.model) }
    return known
  }()

  /// Allocates only for a model that is not in the catalogue.
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
    sendsOnEvents = entry.sendsOnEvents
    let endless = -Double.infinity...Double.infinity
    var plausible = [ClosedRange<Double>](repeating: endless, count: Quantity.allCases.count)
    for quantity in Quantity.allCases { plausible[Int(quantity.rawValue)] = entry.plausible[quantity] ?? endless }
    self.plausible = plausible
  }

  /// The main quantity if the model is a heart sensor, a strap or an oximeter; else `nil`.
  var heartSource: Quantity? {
    mainQuantity == .heartRateBeatsPerMinute || mainQuantity == .oxygenSaturationPercent ? mainQuantity : nil
  }

  /// Whether the sensor can measure this value.
  func isPlausible(_ value: Double, of quantity: Quantity) -> Bool {
    let place = Int(quantity.rawValue)
    return plausible.indices.contains(place) ? plausible[place].contains(value) : true
  }

  /// Whether the sensor can measure the value of a quantity among others, see
  /// ``CatalogueEntry/isPlausible(_:in:)``.
  func isPlausible(_ quantity: Quantity, _ value: Double, in measurements: Measurements) -> Bool {
    if isPlausible(value, of: quantity) { return true }
    guard quantity == .co2PartsPerMillion, let sent = measurements[.co2SentPartsPerMillion] else { return false }
    return isPlausible(sent, of: quantity)
  }

  /// Whether a value that the sensor cannot measure is above its range, not below.
  func isAboveScale(_ value: Double, of quantity: Quantity) -> Bool {
    let place = Int(quantity.rawValue)
    return plausible.indices.contains(place) && value > plausible[place].upperBound
  }

  /// How long a measurement counts after it was taken.
  func freshness(intervalSeconds: UInt16?) -> Duration { entry.freshness(intervalSeconds: intervalSeconds) }

  /// How long a value may stay the same before it counts as frozen; `nil` for ever.
  func frozenAfter(_ quantity: Quantity, intervalSeconds: UInt16?) -> Duration? {
    entry.frozenAfter(quantity, intervalSeconds: intervalSeconds)
  }
}
