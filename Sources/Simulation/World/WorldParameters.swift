/// All numbers of the simulated world, each with its source. A scenario can set them by their names.
///
/// "Own choice" marks numbers that are not published or were not looked up; "unverified" marks numbers that
/// were not compared with their source. They are chosen to be hard rather than favourable: more faults than a box
/// meets, and artefacts as long as the literature describes.
package struct WorldParameters: Sendable, Equatable {
  // The patient
  var restingBeatsPerMinute = 72.0
  var restingSpread = 8.0
  var sinusArrhythmia = 2.5
  var wander = 3.0
  var exercisePerDay = 1.5
  var exerciseMinutes = 20.0
  var tachycardiaPerDay = 1.5
  var tachycardiaMinutes = 8.0
  var irregularShare = 0.5
  var bradycardiaPerDay = 1.5
  var bradycardiaMinutes = 2.0
  var shortRunsPerDay = 3.0
  // Sudden and slow heart events
  var suddenBradycardiaPerDay = 0.0
  var suddenTachycardiaPerDay = 0.0
  var asystolePerDay = 0.0
  var driftsPerDay = 0.0
  var driftMinutes = 10.0
  var hoversPerDay = 0.0
  var hoverBeatsPerMinute = 46.0
  var hoverMinutes = 20.0
  // Breathing and blood
  var restingSaturation = 96.5
  var apnoeaPerDay = 0.0
  var apnoeaDepth = 8.0
  var apnoeaSeconds = 35.0
  // The strap
  var artefactsPerDay = 120.0
  var artefactSeconds = 3.0
  var artefactSpread = 0.8
  package var artefactLength = ArtefactLength.legacy
  var artefactAgreeShare = 0.01
  var artefactWithoutBeatsShare = 0.4
  var doubleCountShare = 0.15
  var strapSmoothing = 2.0
  var strapDropoutsPerDay = 30.0
  var strapDropoutSeconds = 3.0
  var strapGapsPerDay = 0.0
  var strapOffPerDay = 1.0
  var strapChargerPerDay = 0.5
  var strapFreezesPerDay = 0.3
  var strapLoosePerDay = 0.5
  var strapOffClaimsContactShare = 0.05
  // The oximeter
  var oximeterArtefactsPerDay = 40.0
  var oximeterWrongShare = 0.05
  var oximeterOffPerDay = 1.5
  var oximeterDropoutsPerDay = 20.0
  // The street
  var passersByPerHour = 0.0
  var passerBySeconds = 240.0
  var neighbours = 0.0
  // The cabin
  var volumeCubicMetres = 6.0
  var occupants = 4.0
  var exhaledLitresPerSecond = 0.0052
  var freshAirLitresPerSecond = 6.0
  var ventilationChangesPerDay = 24.0
  var ventilationSpread = 0.9
  var outdoorPartsPerMillion = 425.0
  var cruiseCabinFeet = 8_500.0
  var cruiseSpread = 3_000.0
  var climbFeetPerMinute = 700.0
  var flightsPerDay = 4.0
  // The CO2 sensor
  var airIntervalSeconds = 60.0
  var airAdvertisementSeconds = 5.0
  var airNoisePartsPerMillion = 12.0
  var airGainSpread = 0.01
  var airPressureLossPercent = 1.6
  var breathsOnSensorPerDay = 3.0
  var airDropoutsPerDay = 2.0
  var airDropoutMinutes = 3.0
  // The box and its users
  var adapterGonePerDay = 0.5
  var diskFullPerDay = 0.3
  var sounderFailedPerDay = 0.2
  var restartsPerDay = 0.5
  var answers = 0.7
  var answerSeconds = 45.0

  package init() {}

  /// One number: its name in a scenario, its unit, its source, its allowed range and its property.
  package struct Entry: Sendable {
    package let name: String
    package let unit: String
    package let source: String
    let place: any (WritableKeyPath<WorldParameters, Double> & Sendable)
    package let range: ClosedRange<Double>
  }

  package func value(of entry: Entry) -> Double { self[keyPath: entry.place] }

  /// Sets a number by its name.
  /// - Returns: `nil` if it was set, otherwise a message that says what is wrong.
  package mutating func set(_ name: String, to value: Double) -> String? {
    guard let entry = Self.entries.first(where: { $0.name == name }) else {
      return "there is no parameter \(name); lapwing simulate --parameters lists them"
    }
    guard entry.range.contains(value) else {
      return "\(name) must be from \(entry.range.lowerBound) to \(entry.range.upperBound) \(entry.unit)"
    }
    self[keyPath: entry.place] = value
    return nil
  }
}

/// The parameters whose values are words.
extension WorldParameters {
  /// The scenario key of the parameter that is not a number.
  package static let artefactLengthName = "artefact-length"

  /// Sets a parameter that is a word by its name.
  /// - Returns: `nil` if it was set, otherwise a message that says what is wrong.
  package mutating func set(_ name: String, to word: String) -> String? {
    guard name == Self.artefactLengthName else {
      return Self.entries.contains { $0.name == name }
        ? "\(name) must be a number" : "there is no parameter \(name); lapwing simulate --parameters lists them"
    }
    guard let length = ArtefactLength(rawValue: word) else {
      return "\(name) must be one of \(ArtefactLength.allCases.map(\.rawValue).joined(separator: ", "))"
    }
    artefactLength = length
    return nil
  }
}

/// The random distribution of the length of a strap's artefacts.
package enum ArtefactLength: String, CaseIterable, Sendable {
  /// Log-uniform from 3 to 30 s: as often from 3 to 10 s as from 10 to 30 s. Own choice.
  case logUniform = "log-uniform"
  /// Uniform from 3 to 30 s. Own choice.
  case uniform
  /// As in 0.1.0: log-normal by `artefact-seconds` and `artefact-spread`.
  case legacy

  /// - Parameters:
  ///   - median: the median of the lengths in 0.1.0, s.
  ///   - spread: the standard deviation of their logarithm.
  func seconds(median: Double, spread: Double, _ random: inout WorldRandom) -> Double {
    switch self {
    case .logUniform: random.logUniform(3, 30)
    case .uniform: random.uniform(3, 30)
    case .legacy: random.logNormal(median: median, sigma: spread)
    }
  }
}
