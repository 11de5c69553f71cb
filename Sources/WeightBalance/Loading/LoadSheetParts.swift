/// A state of the aeroplane that has limits of its own.
public struct LoadPhase: Sendable, Hashable {
  /// Which one.
  public enum Name: String, Sendable, CaseIterable {
    case ramp, takeoff, landing, zeroFuel
  }

  /// Which one.
  public let name: Name
  /// The gross weight.
  public let weight: Weight
  /// Its moment, exact.
  public let moment: Moment
  /// Its centre of gravity to the nearest step; `nil` for no weight.
  public let cg: Arm?
  /// Whether the centre of gravity is allowed at this weight. A ramp weight above the ring is held to the limits at its
  /// greatest weight, since the taxi fuel is gone before the aeroplane flies.
  public let inEnvelope: Bool
  /// The forward limit at this weight; `nil` beside the ring.
  public let forwardLimit: Arm?
  /// The aft limit at this weight; `nil` beside the ring.
  public let aftLimit: Arm?
  /// The greatest weight allowed in it, where there is a limit.
  public let maxWeight: Weight?
  /// The centre of gravity in percent of the mean aerodynamic chord, as a decimal number, where the chord is known.
  public let percentMAC: String?
}

/// A corner of the way of the centre of gravity as fuel burns.
public struct PathPoint: Sendable, Hashable {
  /// When it is passed.
  public enum Part: Sendable, Comparable {
    case ramp, takeoff, flight, landing, reserve, zeroFuel
  }

  /// When it is passed.
  public let part: Part
  /// What it is, for a person.
  public let label: String
  /// The gross weight there.
  public let weight: Weight
  /// Its moment, exact.
  public let moment: Moment
  /// Whether it is inside the envelope.
  public let inEnvelope: Bool

  /// Its centre of gravity to the nearest step.
  public var cg: Arm? { moment.arm(of: weight) }
}

/// A station and what is in it.
public struct StationDetail: Sendable, Hashable {
  /// The station.
  public let station: Station
  /// Its load.
  public let weight: Weight
  /// The moment of that.
  public let moment: Moment
  /// What it can still take; negative where it holds too much.
  public let margin: Weight

  /// Where the load lies, or would.
  public var arm: Arm { moment.arm(of: weight) ?? station.arm.value }
  /// Whether the load is neither negative nor too much.
  public var isWithinLimit: Bool { margin >= .zero && weight >= .zero }
}

/// A tank and what is in it.
public struct FuelDetail: Sendable, Hashable {
  /// The tank.
  public let tank: FuelTank
  /// The usable fuel on the ramp.
  public let loaded: Volume
  /// What weight it has.
  public let weight: Weight
  /// The moment of that.
  public let moment: Moment
  /// The density in force.
  public let density: Density
  /// What goes until take-off.
  public let taxiBurn: Volume
  /// What goes from take-off to landing.
  public let tripBurn: Volume

  /// What is left at landing.
  public var remaining: Volume { loaded - taxiBurn - tripBurn }
  /// What it can still take; negative where it holds too much.
  public var margin: Volume { tank.capacity.value - loaded }
  /// Whether the fuel is neither negative nor too much.
  public var isWithinLimit: Bool { margin >= .zero && loaded >= .zero }
}

/// Several stations with one limit.
public struct CombinedDetail: Sendable, Hashable {
  /// The limit.
  public let limit: CombinedLimit
  /// The load of all of them.
  public let weight: Weight
  /// What they can still take.
  public var margin: Weight { limit.maxWeight.value - weight }
}

/// Why there can be no sheet.
public struct LoadSheetError: Error, Sendable, Hashable {
  /// The key of the scenario that is wrong.
  public let key: String
  /// One sentence.
  public let message: String

  init(_ key: String, _ message: String) {
    self.key = key
    self.message = message
  }
}
