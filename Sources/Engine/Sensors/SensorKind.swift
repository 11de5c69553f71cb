import Alarms
import Readings
import SensorProtocols

/// The purpose of a sensor. Two sensors of one kind can be mistaken for each other, two of different kinds cannot. The
/// order of the cases is their importance.
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

  /// Whether a person wears it and it measures this person's heart.
  package var isWorn: Bool { self == .heart || self == .oximeter }

  /// Whether the box may adopt a sensor of this kind by itself. A neighbour's thermometer is as near and as steady as
  /// one's own, and there are many of them, so it may only adopt what a profile is there for: beside a bed the heart,
  /// otherwise also what poisons the air that people breathe. Own choice.
  func isAdoptedByItself(in profile: BoxProfile) -> Bool {
    isWorn || (profile != .bedside && (self == .co2 || self == .carbonMonoxide))
  }

  /// The kind of a model, by its main quantity in the catalogue; `nil` if that is unknown, and for a battery, which is
  /// part of a sensor.
  package init?(_ model: SensorModel) {
    guard let kind = Self.ofModels[Int(model.number)] else { return nil }
    self = kind
  }

  /// The kind of every model, by its number. It is needed for each report, and copying a catalogue entry costs too
  /// much.
  private static let ofModels: [SensorKind?] = {
    var kinds = [SensorKind?](repeating: nil, count: 256)
    for entry in Catalogue.entries { kinds[Int(entry.model.number)] = Self(mainQuantity: entry.mainQuantity) }
    return kinds
  }()

  /// The main quantity of a model; `nil` if it is unknown.
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
    case .carbonMonoxidePartsPerBillion, .carbonMonoxideDetected: self = .carbonMonoxide
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

  /// For people, with "a" or "an".
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

  /// The importance, if one address sends messages of several kinds: a heart before the air of a room, CO2 before
  /// temperature. A smaller number is more important.
  package var rank: UInt8 { self == .oximeter ? Self.heart.rawValue : rawValue }
}
