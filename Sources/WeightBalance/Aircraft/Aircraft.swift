/// An aircraft type with everything that its load sheet needs. Each number has its source. ``init(bytes:file:)`` reads
/// it from a file of `data/aircraft`.
package struct Aircraft: Sendable, Hashable {
  /// The name that scenario files use.
  package let id: String
  package let name: String
  /// The model as the type certificate names it.
  package let model: String
  package let manufacturer: String
  package let years: String
  /// The serial numbers that the file applies to.
  package let serials: String
  /// `single-engine` or `multi-engine`.
  package let category: String
  /// The type certificate data sheet.
  package let tcdsNumber: String
  /// The rules under which it was certified.
  package let certificationBasis: String
  /// The point from which arms are measured.
  package let datum: Sourced<String>
  /// What a pilot must know before using the file.
  package let notes: [String]
  /// The typical empty weight. A scenario can give the weight of the individual aeroplane.
  package let emptyWeight: Sourced<Weight>
  package let emptyArm: Sourced<Arm>
  /// The day of the weighing that ``emptyWeight`` and ``emptyArm`` are of, in a file that describes one aeroplane.
  package let weighedOn: String?
  package let limits: WeightLimits
  /// The limits by certification category; there is at least one. The first one applies if a scenario names none of
  /// them.
  package internal(set) var categories: [CategoryLimits]
  package internal(set) var stations: [Station]
  package internal(set) var combinedLimits: [CombinedLimit]
  package internal(set) var tanks: [FuelTank]
  package let fuelGrade: String
  /// The grades of fuel that the type may burn. Empty if nothing is known about its grade.
  package let allowedGrades: [String]
  /// The fuel for start, run-up and taxi if a scenario gives none.
  package let taxiFuel: Sourced<Volume>
  let taxiFuelIsRounded: Bool
  /// The fuel that it burns in an hour of cruise, if it is known.
  package let cruiseFlow: Sourced<Volume>?
  /// The order in which the tanks are emptied if a scenario gives none.
  package let burnOrder: [String]
  /// Items that belong to every loading, such as the change of moment when the gear retracts.
  package let fixedItems: [FixedItem]
  /// The mean aerodynamic chord, if it is known.
  package let meanChord: SourcedChord?
  /// What the handbook divides the moments of its moment envelope by; `nil` if it has no such chart.
  package let momentDivisor: Int?

  /// The category with this id; without an id, the first one.
  package func categoryLimits(_ id: String?) -> CategoryLimits? {
    guard let id else { return categories.first }
    return categories.first { $0.id == id }
  }

  package func station(_ id: String) -> Station? { stations.first { $0.id == id } }

  package func tank(_ id: String) -> FuelTank? { tanks.first { $0.id == id } }
}

/// The limits of the whole loading; a limit is `nil` if the type does not have it.
package struct WeightLimits: Sendable, Hashable {
  package let takeoff: Sourced<Weight>
  /// At engine start.
  package let ramp: Sourced<Weight>?
  package let landing: Sourced<Weight>?
  /// Without usable fuel.
  package let zeroFuel: Sourced<Weight>?
}

package struct CategoryLimits: Sendable, Hashable {
  /// The name that scenario files use.
  package let id: String
  package let name: String
  /// The maximum take-off weight in this category.
  package let maxWeight: Sourced<Weight>
  /// The allowed weights and centres of gravity.
  package let envelope: Sourced<Envelope>
  /// Whether the lowest weight of the envelope is a limit; if not, the chart only ends there.
  package let floorIsLimit: Bool
  /// The maximum weight at engine start in this category.
  package let maxRamp: Sourced<Weight>?
  package let maxLanding: Sourced<Weight>?
  /// The maximum weight without usable fuel in this category.
  package let maxZeroFuel: Sourced<Weight>?
  /// The stations that must be empty in this category, by their ids.
  package internal(set) var emptyStations: Sourced<[String]>?
}

package enum StationKind: String, Sendable, CaseIterable {
  case seat, baggage, oil, other
}

package struct Station: Sendable, Hashable {
  /// The name that scenario files use.
  package let id: String
  package let name: String
  package let kind: StationKind
  /// The arm of its load if the scenario gives no other.
  package let arm: Sourced<Arm>
  /// The range of arms that its load can have, such as the travel of a seat.
  package let armRange: Sourced<ClosedRange<Arm>>?
  package let maxWeight: Sourced<Weight>
  /// Whether ``maxWeight`` is a limit. If not, no document claims it: it is a plausible load that catches slips of the
  /// pen.
  package let maxIsLimit: Bool
  /// The weight that a new scenario begins with, if the file gives one.
  package let defaultWeight: Sourced<Weight>?
}

/// A limit on the sum of the loads of several stations.
package struct CombinedLimit: Sendable, Hashable {
  package let id: String
  package let name: String
  package internal(set) var stations: [String]
  package let maxWeight: Sourced<Weight>
}

package struct FuelTank: Sendable, Hashable {
  /// The name that scenario files use.
  package let id: String
  package let name: String
  package let arm: Sourced<Arm>
  /// The usable fuel that it holds.
  package let capacity: Sourced<Volume>
  package let density: Sourced<Density>
  /// Whether only some aeroplanes of the type have it.
  package let isOptional: Bool
}

/// A weight and arm that belong to every loading.
package struct FixedItem: Sendable, Hashable {
  package let id: String
  package let name: String
  /// Its weight; zero if the item only changes the moment.
  package let weight: Sourced<Weight>
  package let moment: Sourced<Moment>
}

/// The mean aerodynamic chord with the sources of its numbers.
package struct SourcedChord: Sendable, Hashable {
  package let leadingEdge: Sourced<Arm>
  package let length: Sourced<Arm>
}
