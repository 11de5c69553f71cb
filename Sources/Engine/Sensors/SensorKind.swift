import Readings
import SensorProtocols

/// What a sensor is owned for. Two sensors of one kind may be taken for each other, those of two kinds may not.
package enum SensorKind: UInt8, CaseIterable, Sendable {
  case heart
  case oximeter
  case co2
  case carbonMonoxide
  case radon
  case radiation
  case particles
  case gas
  case climate
  case other

  /// Whether it is worn by a person, whose heart it measures.
  package var isWorn: Bool { self == .heart || self == .oximeter }

  /// The kind of a model, by the main quantity that the catalogue names; `nil` where that is not known, and for a battery,
  /// which is part of something.
  package init?(_ model: SensorModel) {
    guard let kind = Self.ofModels[Int(model.number)] else { return nil }
    self = kind
  }

  /// Of every model, by its number: this is asked of each report, and an entry costs too much to copy.
  private static let ofModels: [SensorKind?] = {
    var kinds = [SensorKind?](repeating: nil, count: 256)
    for entry in Catalogue.entries { kinds[Int(entry.model.number)] = Self(mainQuantity: entry.mainQuantity) }
    return kinds
  }()

  /// What a model is owned for; `nil` where it is not known.
  package static func mainQuantity(of model: SensorModel) -> Quantity? { mainQuantities[Int(model.number)] }

  private static let mainQuantities: [Quantity?] = {
    var quantities = [Quantity?](repeating: nil, count: 256)
    for entry in Catalogue.entries { quantities[Int(entry.model.number)] = entry.mainQuantity }
    return quantities
  }()

  private init?(mainQuantity: Quantity) {
    switch mainQuantity {
    case .heartRateBeatsPerMinute: self = .heart
    case .oxygenSaturationPercent: self = .oximeter
    case .co2PartsPerMillion: self = .co2
    case .carbonMonoxidePartsPerBillion: self = .carbonMonoxide
    case .radonBecquerelsPerCubicMetre, .radonLongTermBecquerelsPerCubicMetre: self = .radon
    case .radiationNanosievertsPerHour, .radiationTotalNanosieverts: self = .radiation
    case .pm1MicrogramsPerCubicMetre, .pm25MicrogramsPerCubicMetre, .pm4MicrogramsPerCubicMetre,
      .pm10MicrogramsPerCubicMetre:
      self = .particles
    case .equivalentCO2PartsPerMillion, .vocIndex, .noxIndex, .vocPartsPerBillion, .tvocMicrogramsPerCubicMetre,
      .formaldehydePartsPerBillion, .formaldehydeMicrogramsPerCubicMetre, .ozonePartsPerBillion:
      self = .gas
    case .temperatureCelsius, .relativeHumidityPercent, .pressureHectopascals: self = .climate
    case .batteryPercent, .batteryMillivolts: return nil
    default: self = .other
    }
  }

  /// The name in JSON.
  package var name: String {
    switch self {
    case .carbonMonoxide: "carbon-monoxide"
    default: "\(self)"
    }
  }

  /// For a person, with "a" or "an" before it.
  package var text: String {
    switch self {
    case .heart: "a heart strap"
    case .oximeter: "an oximeter"
    case .co2: "a CO2 monitor"
    case .carbonMonoxide: "a carbon monoxide sensor"
    case .radon: "a radon sensor"
    case .radiation: "a radiation sensor"
    case .particles: "a particle sensor"
    case .gas: "a gas sensor"
    case .climate: "a thermometer or hygrometer"
    case .other: "a sensor of another kind"
    }
  }

  /// Of what one address says of itself in its different messages, the more important counts: a heart before a room's
  /// air, CO2 before its temperature. A smaller number is more important.
  package var rank: UInt8 { self == .oximeter ? Self.heart.rawValue : rawValue }
}
