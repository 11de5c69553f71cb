/// Over how long concentrations are averaged.
package enum Period: String, Sendable, CaseIterable {
  case hour, day

  /// How much concentrations differ between far places, in z squared: measured on the US files.
  var sill: Double { self == .hour ? 0.18 : 0.09 }
}

/// Where numbers come from, and under which terms they may be shown.
package struct AirSource: Hashable, Sendable {
  package let name: String
  package let licence: String

  package init(name: String, licence: String) {
    self.name = name
    self.licence = licence
  }
}

/// What a station has measured.
package struct Observation: Sendable {
  package let station: String
  package let place: Place
  /// In µg/m³.
  package let concentration: Double
  /// In hours.
  package let age: Double
  /// In z: the doubt of a value that was not measured as such. An instrument of an authority has none.
  package let ownError: Double
  /// The place of its source in the network's list.
  package let source: Int

  package init(
    station: String, place: Place, concentration: Double, age: Double = 0, ownError: Double = 0, source: Int = 0
  ) {
    self.station = station
    self.place = place
    self.concentration = concentration
    self.age = max(age, 0)
    self.ownError = ownError
    self.source = source
  }
}

/// Why there is no estimate.
package enum AirUnknown: Error, Equatable, Sendable {
  case nothingInReach
}

/// Whose word an estimate is, in the order in which they are shown.
package enum Tier: String, Sendable, CaseIterable, Comparable {
  case station, camera, satellite

  package static func < (first: Tier, second: Tier) -> Bool { first.order < second.order }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What one tier says.
package struct TierEstimate: Sendable {
  package struct Input: Sendable {
    package let observation: Int
    package let distance: Double
    package let weight: Double
  }

  package let tier: Tier
  package let z: Double
  /// In z squared, without what its age adds.
  package let variance: Double
  package let age: Double
  /// Of the stations used: the lowest distance and the highest concentration.
  package let nearest: Double?
  package let highest: Double?
  package let inputs: [Input]

  package init(
    tier: Tier, z: Double, variance: Double, age: Double = 0, nearest: Double? = nil, highest: Double? = nil,
    inputs: [Input] = []
  ) {
    self.tier = tier
    self.z = z
    self.variance = variance
    self.age = max(age, 0)
    self.nearest = nearest
    self.highest = highest
    self.inputs = inputs
  }
}
