/// An aeroplane type with everything that its load sheet needs, each number with its source.
public struct Aircraft: Sendable, Hashable {
  /// The word by which scenarios name it.
  public let id: String
  /// What people call it.
  public let name: String
  /// The model as the type certificate names it.
  public let model: String
  /// Who built it.
  public let manufacturer: String
  /// The years of building.
  public let years: String
  /// The serial numbers that the file is about.
  public let serials: String
  /// `single-engine` or `multi-engine`.
  public let category: String
  /// The type certificate data sheet.
  public let tcdsNumber: String
  /// The rules it was certified to.
  public let certificationBasis: String
  /// From where arms are measured.
  public let datum: Sourced<String>
  /// What a pilot must know before using the file.
  public let notes: [String]
  /// The typical empty weight; a scenario brings the aeroplane's own.
  public let emptyWeight: Sourced<Weight>
  /// The typical arm of the empty weight.
  public let emptyArm: Sourced<Arm>
  /// The limits of the whole loading.
  public let limits: WeightLimits
  /// The limits by certification category. The first one is meant where a scenario names none; there is at least one.
  public let categories: [CategoryLimits]
  /// Where people and things go.
  public let stations: [Station]
  /// Limits on several stations together.
  public let combinedLimits: [CombinedLimit]
  /// Where fuel goes.
  public let tanks: [FuelTank]
  /// The grade of fuel that the densities are of.
  public let fuelGrade: String
  /// The fuel for start, run-up and taxi where a scenario says nothing.
  public let taxiFuel: Sourced<Volume>
  /// The order in which the tanks are emptied where a scenario names none.
  public let burnOrder: [String]
  /// Items that every loading has, such as the change of moment by a retracting gear.
  public let fixedItems: [FixedItem]
  /// The mean aerodynamic chord, where it is known.
  public let meanChord: MeanChord?

  /// The category of a name; without a name the first one.
  public func categoryLimits(_ id: String?) -> CategoryLimits? {
    guard let id else { return categories.first }
    return categories.first { $0.id == id }
  }

  /// The station of a name.
  public func station(_ id: String) -> Station? { stations.first { $0.id == id } }

  /// The tank of a name.
  public func tank(_ id: String) -> FuelTank? { tanks.first { $0.id == id } }
}

/// The limits of the whole loading; `nil` where the type has none.
public struct WeightLimits: Sendable, Hashable {
  /// At take-off.
  public let takeoff: Sourced<Weight>
  /// At the start of the engine.
  public let ramp: Sourced<Weight>?
  /// At landing.
  public let landing: Sourced<Weight>?
  /// Without usable fuel.
  public let zeroFuel: Sourced<Weight>?
}

/// The limits of one certification category.
public struct CategoryLimits: Sendable, Hashable {
  /// The word by which scenarios name it.
  public let id: String
  /// What people call it.
  public let name: String
  /// The greatest take-off weight in it.
  public let maxWeight: Sourced<Weight>
  /// The allowed weights and centres of gravity, in a ring of its own.
  public let envelope: Sourced<Envelope>
  /// Whether the lowest weight of the ring is a limit; else it is where the chart ends.
  public let floorIsLimit: Bool
}

/// What a station is for.
public enum StationKind: String, Sendable, CaseIterable {
  case seat, baggage, oil, other
}

/// A place for people or things.
public struct Station: Sendable, Hashable {
  /// The word by which scenarios name it.
  public let id: String
  /// What people call it.
  public let name: String
  /// What it is for.
  public let kind: StationKind
  /// Where its load lies unless a scenario says otherwise.
  public let arm: Sourced<Arm>
  /// Where its load may lie, such as the travel of a seat.
  public let armRange: Sourced<ClosedRange<Arm>>?
  /// The most it may hold.
  public let maxWeight: Sourced<Weight>
}

/// A limit on several stations together.
public struct CombinedLimit: Sendable, Hashable {
  /// Its word.
  public let id: String
  /// What people call it.
  public let name: String
  /// The stations.
  public let stations: [String]
  /// The most that they may hold together.
  public let maxWeight: Sourced<Weight>
}

/// A place for fuel.
public struct FuelTank: Sendable, Hashable {
  /// The word by which scenarios name it.
  public let id: String
  /// What people call it.
  public let name: String
  /// Where its fuel lies.
  public let arm: Sourced<Arm>
  /// The usable fuel that it holds.
  public let capacity: Sourced<Volume>
  /// What the fuel weighs.
  public let density: Sourced<Density>
}

/// A weight and arm that every loading has.
public struct FixedItem: Sendable, Hashable {
  /// Its word.
  public let id: String
  /// What people call it.
  public let name: String
  /// Its weight, which may be zero for a change of moment alone.
  public let weight: Sourced<Weight>
  /// Its moment.
  public let moment: Sourced<Moment>
}

/// The mean aerodynamic chord.
public struct MeanChord: Sendable, Hashable {
  /// Its leading edge.
  public let leadingEdge: Sourced<Arm>
  /// Its length.
  public let length: Sourced<Arm>
}
