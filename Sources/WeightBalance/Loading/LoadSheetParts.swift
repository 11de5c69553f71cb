/// One of the four states of the aeroplane that have limits of their own.
package struct LoadPhase: Sendable, Hashable {
  /// The four states, in the order of a flight.
  package enum Name: String, Sendable, CaseIterable {
    case ramp, takeoff, landing, zeroFuel
  }

  package let name: Name
  package let weight: Weight
  package let moment: Moment
  /// The centre of gravity to the nearest step; `nil` for a weight of zero.
  package let cg: Arm?
  /// Whether the envelope holds the centre of gravity at this weight. The ramp is no flight: only its balance counts, by
  /// the limits at its weight, or at the end of the envelope that is nearest to its weight.
  package let inEnvelope: Bool
  /// The forward limit at this weight; above and below the envelope, that at its end. `nil` without a positive weight.
  package let forwardLimit: Arm?
  /// The aft limit at this weight, likewise.
  package let aftLimit: Arm?
  /// The maximum weight of this phase, if it has one.
  package let maxWeight: Weight?
  /// Whether the true maximum is known; if not, a conservative guess is in force.
  package let maxIsKnown: Bool
  /// Whether it is heavier than its maximum.
  package let isTooHeavy: Bool
  /// The centre of gravity in percent of the mean aerodynamic chord, as a decimal number; `nil` if the chord is not
  /// known.
  package let percentMAC: String?
}

/// A corner of the path of the centre of gravity while fuel burns.
package struct PathPoint: Sendable, Hashable {
  package enum Part: Sendable, Comparable {
    case ramp, takeoff, flight, landing, reserve, zeroFuel
  }

  package let part: Part
  package let place: PathPlace
  package let weight: Weight
  package let moment: Moment
  package let inEnvelope: Bool

  /// A description of the point, for display.
  package var label: String { place.label }

  /// Its centre of gravity to the nearest step; `nil` without a positive weight.
  package var cg: Arm? { weight > .zero ? moment.arm(of: weight) : nil }
}

/// The point of the flight with the least margin to a limit of balance.
package struct WorstPoint: Sendable, Hashable {
  package let place: PathPlace
  package let part: PathPoint.Part
  package let margin: EnvelopeMargin

  /// What the point is, or "on the way to …" between two corners.
  package var label: String { place.label }
}

package struct StationDetail: Sendable, Hashable {
  package let station: Station
  package let weight: Weight
  package let moment: Moment
  /// How much it can still take; negative if it holds too much.
  package let margin: Weight
  /// Whether one of its loads is negative, even if their sum is not.
  package let hasNegativeLoad: Bool

  /// The arm of its load; the station's own arm if it is empty.
  package var arm: Arm { moment.arm(of: weight) ?? station.arm.value }
  /// Whether no load is negative and their sum is not above a limit. A plausible load is no limit.
  package var isWithinLimit: Bool {
    (margin >= .zero || !station.maxIsLimit) && weight >= .zero && !hasNegativeLoad
  }
  /// Whether the load is more than anybody expects there.
  package var isImplausible: Bool { !station.maxIsLimit && margin < .zero }
}

package struct FuelDetail: Sendable, Hashable {
  package let tank: FuelTank
  /// The usable fuel on the ramp.
  package let loaded: Volume
  package let weight: Weight
  package let moment: Moment
  package let density: Density
  /// The volume burned before take-off.
  package let taxiBurn: Volume
  /// The volume burned from take-off to landing.
  package let tripBurn: Volume

  package var remaining: Volume { loaded - taxiBurn - tripBurn }
  /// How much it can still take; negative if it holds too much.
  package var margin: Volume { tank.capacity.value - loaded }
  /// Whether the fuel is neither negative nor too much.
  package var isWithinLimit: Bool { margin >= .zero && loaded >= .zero }
}

package struct CombinedDetail: Sendable, Hashable {
  package let limit: CombinedLimit
  package let weight: Weight
  /// How much they can still take.
  package var margin: Weight { limit.maxWeight.value - weight }
}

package struct LoadSheetError: Error, Sendable, Hashable {
  /// The key of the scenario that is wrong.
  package let key: String
  package let message: String

  init(_ key: String, _ message: String) {
    self.key = key
    self.message = message
  }
}
