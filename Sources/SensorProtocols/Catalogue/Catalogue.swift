import Readings

/// The kinds of sensors that Lapwing knows, one entry each. The families declare them; lookups take constant time and
/// cannot
/// fail.
package enum Catalogue {
  /// All entries, family by family.
  package static let entries: [CatalogueEntry] = SensorFamily.all.flatMap(\.models)

  /// The quantities whose values a sensor cannot have measured.
  /// - Parameter name: of its model, as the logbook has it; of one that is not known, what no sensor of its kind can measure.
  package static func implausible(_ measurements: Measurements, ofModelNamed name: String) -> [Quantity] {
    let entry = entries.first { $0.name == name }
    return Quantity.allCases.filter { quantity in
      guard let entry else { return measurements[quantity].map { widest[quantity]?.contains($0) == false } ?? false }
      return !entry.isPlausible(quantity, in: measurements)
    }
  }

  private static let widest = PlausibleRanges.air.with(.heart).with(.oximeter)

  /// The index of a model's entry in ``entries``, by the model's number.
  private static let places: [Int?] = {
    var places = [Int?](repeating: nil, count: 256)
    for (place, entry) in entries.enumerated() { places[Int(entry.model.number)] = place }
    return places
  }()

  /// The entry of a model. A number that no family declares gets an entry without marks and accesses.
  package static func entry(for model: SensorModel) -> CatalogueEntry {
    guard let place = places[Int(model.number)] else { return missing(model) }
    return entries[place]
  }

  /// For each model number, whether the entry of that model meets a condition.
  private static func numbers(where isTrue: (CatalogueEntry) -> Bool) -> [Bool] {
    var numbers = [Bool](repeating: false, count: 256)
    for entry in entries { numbers[Int(entry.model.number)] = isTrue(entry) }
    return numbers
  }
  private static let ofHeart = numbers { $0.isHeartRateSensor }
  private static let shown = numbers { $0.mustShowKind }
  private static let often = numbers { $0.notifiesOften }

  /// Whether a model measures the heart rate. Every reading needs this, and an entry costs too much to copy.
  package static func isHeartRateSensor(_ model: SensorModel) -> Bool { ofHeart[Int(model.number)] }

  /// Whether a model notifies its values many times a second.
  package static func notifiesOften(_ model: SensorModel) -> Bool { often[Int(model.number)] }

  /// Whether values of a model are accepted only from an address that has shown its kind. Every reading needs this too.
  static func mustShowKind(_ model: SensorModel) -> Bool { shown[Int(model.number)] }

  private static let co2Rules: [CO2Pressure.Rule] = {
    var rules = [CO2Pressure.Rule](repeating: .unknown, count: 256)
    for entry in entries { if let co2 = entry.co2Pressure { rules[Int(entry.model.number)] = co2.rule } }
    return rules
  }()

  /// How the CO2 values of a model depend on the air pressure. Every reading with CO2 needs this.
  package static func co2Rule(of model: SensorModel) -> CO2Pressure.Rule { co2Rules[Int(model.number)] }

  /// The entry for a number that no family declares: a sensor that was not received yet, or one that a test invents.
  private static func missing(_ model: SensorModel) -> CatalogueEntry {
    CatalogueEntry(
      model, model == .unknown ? "unknown" : "sensor \(model.number)", marks: [], mainQuantity: .temperatureCelsius,
      freshness: .seconds(60),
      plausible: [:], adviceWithoutReading: .unknownKind)
  }
}

extension SensorModel {
  /// The name in JSON, in the logbook and on the screen.
  package var name: String { Catalogue.entry(for: self).name }

  /// A sensor of which only the address is known because nothing was received from it yet. It is not in the catalogue.
  package static let unknown = SensorModel(0)

  package static var allCases: [SensorModel] { Catalogue.entries.map(\.model) }
}
