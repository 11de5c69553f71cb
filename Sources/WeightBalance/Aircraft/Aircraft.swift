/// An aeroplane type with everything that its load sheet needs, each number with its source.
package struct Aircraft: Sendable, Hashable {
  /// The word by which scenarios name it.
  package let id: String
  /// What people call it.
  package let name: String
  /// The model as the type certificate names it.
  package let model: String
  /// Who built it.
  package let manufacturer: String
  /// The years of building.
  package let years: String
  /// The serial numbers that the file is about.
  package let serials: String
  /// `single-engine` or `multi-engine`.
  package let category: String
  /// The type certificate data sheet.
  package let tcdsNumber: String
  /// The rules it was certified to.
  package let certificationBasis: String
  /// From where arms are measured.
  package let datum: Sourced<String>
  /// What a pilot must know before using the file.
  package let notes: [String]
  /// The typical empty weight; a scenario brings the aeroplane's own.
  package let emptyWeight: Sourced<Weight>
  /// The typical arm of the empty weight.
  package let emptyArm: Sourced<Arm>
  /// The limits of the whole loading.
  package let limits: WeightLimits
  /// The limits by certification category. The first one is meant where a scenario names none; there is at least one.
  package let categories: [CategoryLimits]
  /// Where people and things go.
  package let stations: [Station]
  /// Limits on several stations together.
  package let combinedLimits: [CombinedLimit]
  /// Where fuel goes.
  package let tanks: [FuelTank]
  /// The grade of fuel that the densities are of.
  package let fuelGrade: String
  /// The fuel for start, run-up and taxi where a scenario says nothing.
  package let taxiFuel: Sourced<Volume>
  /// The order in which the tanks are emptied where a scenario names none.
  package let burnOrder: [String]
  /// Items that every loading has, such as the change of moment by a retracting gear.
  package let fixedItems: [FixedItem]
  /// The mean aerodynamic chord, where it is known.
  package let meanChord: SourcedChord?

  /// The category of a name; without a name the first one.
  package func categoryLimits(_ id: String?) -> CategoryLimits? {
    guard let id else { return categories.first }
    return categories.first { $0.id == id }
  }

  /// The station of a name.
  package func station(_ id: String) -> Station? { stations.first { $0.id == id } }

  /// The tank of a name.
  package func tank(_ id: String) -> FuelTank? { tanks.first { $0.id == id } }
}

/// The limits of the whole loading; `nil` where the type has none.
package struct WeightLimits: Sendable, Hashable {
  package let takeoff: Sourced<Weight>
  /// At the start of the engine.
  package let ramp: Sourced<Weight>?
  package let landing: Sourced<Weight>?
  /// Without usable fuel.
  package let zeroFuel: Sourced<Weight>?
}

/// The limits of one certification category.
package struct CategoryLimits: Sendable, Hashable {
  /// The word by which scenarios name it.
  package let id: String
  /// What people call it.
  package let name: String
  /// The greatest take-off weight in it.
  package let maxWeight: Sourced<Weight>
  /// The allowed weights and centres of gravity, in a ring of its own.
  package let envelope: Sourced<Envelope>
  /// Whether the lowest weight of the ring is a limit; else it is where the chart ends.
  package let floorIsLimit: Bool
}

/// What a station is for.
package enum StationKind: String, Sendable, CaseIterable {
  case seat, baggage, oil, other
}

/// A place for people or things.
package struct Station: Sendable, Hashable {
  /// The word by which scenarios name it.
  package let id: String
  /// What people call it.
  package let name: String
  /// What it is for.
  package let kind: StationKind
  /// Where its load lies unless a scenario says otherwise.
  package let arm: Sourced<Arm>
  /// Where its load may lie, such as the travel of a seat.
  package let armRange: Sourced<ClosedRange<Arm>>?
  /// The most it may hold.
  package let maxWeight: Sourced<Weight>
}

/// A limit on several stations together.
package struct CombinedLimit: Sendable, Hashable {
  package let id: String
  /// What people call it.
  package let name: String
  package let stations: [String]
  /// The most that they may hold together.
  package let maxWeight: Sourced<Weight>
}

/// A place for fuel.
package struct FuelTank: Sendable, Hashable {
  /// The word by which scenarios name it.
  package let id: String
  /// What people call it.
  package let name: String
  /// Where its fuel lies.
  package let arm: Sourced<Arm>
  /// The usable fuel that it holds.
  package let capacity: Sourced<Volume>
  /// What the fuel weighs.
  package let density: Sourced<Density>
}

/// A weight and arm that every loading has.
package struct FixedItem: Sendable, Hashable {
  package let id: String
  /// What people call it.
  package let name: String
  /// Its weight, which may be zero for a change of moment alone.
  package let weight: Sourced<Weight>
  package let moment: Sourced<Moment>
}

/// The mean aerodynamic chord.
package struct SourcedChord: Sendable, Hashable {
  /// Its leading edge.
  package let leadingEdge: Sourced<Arm>
  package let length: Sourced<Arm>
}
