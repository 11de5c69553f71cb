import Readings

/// The kinds of sensors that Lapwing knows, one entry each. The families declare them.
package enum Catalogue {
  /// All of them, family by family.
  package static let entries: [CatalogueEntry] = SensorFamily.all.flatMap(\.models)

  /// The place of a model's entry by the model's number.
  private static let places: [Int?] = {
    var places = [Int?](repeating: nil, count: 256)
    for (place, entry) in entries.enumerated() { places[Int(entry.model.number)] = place }
    return places
  }()

  /// The entry of a kind.
  package static func entry(for model: SensorModel) -> CatalogueEntry {
    guard let place = places[Int(model.number)] else { return missing(model) }
    return entries[place]
  }

  /// Whether each number is that of a model of which something is true.
  private static func numbers(where isTrue: (CatalogueEntry) -> Bool) -> [Bool] {
    var numbers = [Bool](repeating: false, count: 256)
    for entry in entries { numbers[Int(entry.model.number)] = isTrue(entry) }
    return numbers
  }
  private static let ofHeart = numbers { $0.isHeartRateSensor }
  private static let shown = numbers { $0.mustShowKind }

  /// Whether a kind measures the heart rate. This is asked of every reading, and an entry costs too much to copy.
  package static func isHeartRateSensor(_ model: SensorModel) -> Bool { ofHeart[Int(model.number)] }

  /// Whether a kind's values are read only from an address that has shown its kind. This, too, is asked of every reading.
  static func mustShowKind(_ model: SensorModel) -> Bool { shown[Int(model.number)] }

  /// A number that no family declares: a sensor that is not heard yet, or one that a test invents.
  private static func missing(_ model: SensorModel) -> CatalogueEntry {
    CatalogueEntry(
      model, model == .unknown ? "unknown" : "sensor \(model.number)", marks: [], mainQuantity: .temperatureCelsius,
      freshness: .seconds(60),
      plausible: [:], adviceWithoutReading: "No sensor of this kind is known.")
  }
}

extension SensorModel {
  /// The name in JSON, in the logbook and on the screen.
  package var name: String { Catalogue.entry(for: self).name }

  /// Of a sensor that has not been heard, and of which only the address is known. It is in no catalogue.
  package static let unknown = SensorModel(0)

  /// Every kind that is known.
  package static var allCases: [SensorModel] { Catalogue.entries.map(\.model) }
}
