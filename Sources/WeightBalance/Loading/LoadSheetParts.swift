/// A state of the aeroplane that has limits of its own.
package struct LoadPhase: Sendable, Hashable {
  package enum Name: String, Sendable, CaseIterable {
    case ramp, takeoff, landing, zeroFuel
  }

  package let name: Name
  /// The gross weight.
  package let weight: Weight
  /// Its moment, exact.
  package let moment: Moment
  /// Its centre of gravity to the nearest step; `nil` for no weight.
  package let cg: Arm?
  /// Whether the centre of gravity is allowed at this weight. A ramp weight above the ring is held to the limits at its
  /// greatest weight, since the taxi fuel is gone before the aeroplane flies.
  package let inEnvelope: Bool
  /// The forward limit at this weight; `nil` beside the ring.
  package let forwardLimit: Arm?
  /// The aft limit at this weight; `nil` beside the ring.
  package let aftLimit: Arm?
  /// The greatest weight allowed in it, where there is a limit.
  package let maxWeight: Weight?
  /// The centre of gravity in percent of the mean aerodynamic chord, as a decimal number, where the chord is known.
  package let percentMAC: String?
}

/// A corner of the way of the centre of gravity as fuel burns.
package struct PathPoint: Sendable, Hashable {
  /// When it is passed.
  package enum Part: Sendable, Comparable {
    case ramp, takeoff, flight, landing, reserve, zeroFuel
  }

  /// When it is passed.
  package let part: Part
  /// What it is, for a person.
  package let label: String
  /// The gross weight there.
  package let weight: Weight
  /// Its moment, exact.
  package let moment: Moment
  /// Whether it is inside the envelope.
  package let inEnvelope: Bool

  /// Its centre of gravity to the nearest step.
  package var cg: Arm? { moment.arm(of: weight) }
}

/// A station and what is in it.
package struct StationDetail: Sendable, Hashable {
  package let station: Station
  package let weight: Weight
  /// The moment of that.
  package let moment: Moment
  /// What it can still take; negative where it holds too much.
  package let margin: Weight

  /// Where the load lies, or would.
  package var arm: Arm { moment.arm(of: weight) ?? station.arm.value }
  /// Whether the load is neither negative nor too much.
  package var isWithinLimit: Bool { margin >= .zero && weight >= .zero }
}

/// A tank and what is in it.
package struct FuelDetail: Sendable, Hashable {
  package let tank: FuelTank
  /// The usable fuel on the ramp.
  package let loaded: Volume
  /// What weight it has.
  package let weight: Weight
  /// The moment of that.
  package let moment: Moment
  /// The density in force.
  package let density: Density
  /// What goes until take-off.
  package let taxiBurn: Volume
  /// What goes from take-off to landing.
  package let tripBurn: Volume

  /// What is left at landing.
  package var remaining: Volume { loaded - taxiBurn - tripBurn }
  /// What it can still take; negative where it holds too much.
  package var margin: Volume { tank.capacity.value - loaded }
  /// Whether the fuel is neither negative nor too much.
  package var isWithinLimit: Bool { margin >= .zero && loaded >= .zero }
}

/// Several stations with one limit.
package struct CombinedDetail: Sendable, Hashable {
  package let limit: CombinedLimit
  /// The load of all of them.
  package let weight: Weight
  /// What they can still take.
  package var margin: Weight { limit.maxWeight.value - weight }
}

/// Why there can be no sheet.
package struct LoadSheetError: Error, Sendable, Hashable {
  /// The key of the scenario that is wrong.
  package let key: String
  package let message: String

  init(_ key: String, _ message: String) {
    self.key = key
    self.message = message
  }
}
