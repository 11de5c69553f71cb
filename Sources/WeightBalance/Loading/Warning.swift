/// Something that is wrong with a loading or deserves a look.
package struct Warning: Sendable, Hashable {
  /// The severity, in increasing order.
  package enum Level: String, Sendable, Comparable, CaseIterable {
    /// No limit is exceeded, but it deserves a second look.
    case caution
    /// A limit that will be exceeded later in the flight, or a loading that the data do not cover.
    case warning
    /// A limit is exceeded.
    case danger

    package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .caution: 0
      case .warning: 1
      case .danger: 2
      }
    }
  }

  /// A stable code for programs. The order is that in which a pilot needs to know the warnings.
  package enum Code: String, Sendable, CaseIterable {
    case negativeWeight = "NEGATIVE_WEIGHT"
    case negativeFuel = "NEGATIVE_FUEL"
    case fuelShort = "FUEL_SHORT"
    case overMaxGross = "OVER_MAX_GROSS"
    case overMaxRamp = "OVER_MAX_RAMP"
    case overMaxZeroFuel = "OVER_MAX_ZERO_FUEL"
    case cgOutOfEnvelope = "CG_OUT_OF_ENVELOPE"
    case overMaxLanding = "OVER_MAX_LANDING"
    case landingCGOutOfEnvelope = "LANDING_CG_OUT_OF_ENVELOPE"
    case zeroFuelCGOutOfEnvelope = "ZERO_FUEL_CG_OUT_OF_ENVELOPE"
    case belowEnvelopeFloor = "BELOW_ENVELOPE_FLOOR"
    case stationOverweight = "STATION_OVERWEIGHT"
    case combinedOverweight = "COMBINED_OVERWEIGHT"
    case fuelOvercapacity = "FUEL_OVERCAPACITY"
    case armOutOfRange = "ARM_OUT_OF_RANGE"
    case armRangeCG = "ARM_RANGE_CG"
    case nearMaxGross = "NEAR_MAX_GROSS"
    case cgNearLimit = "CG_NEAR_LIMIT"
    case oldWeighing = "OLD_WEIGHING"
    case unverifiedLimit = "UNVERIFIED_LIMIT"
    case unverifiedArm = "UNVERIFIED_ARM"

    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  package let level: Level
  package let code: Code
  package let message: String
  /// The figures, or the remedy.
  package let detail: String

  /// The rule that applies. Exceeding a limit of the flight manual or a placard violates 91.9(a); 91.103 only requires
  /// a check before the flight, and a caution can refer to nothing more.
  package var regulatoryRef: String { level == .caution ? "14 CFR 91.103" : "14 CFR 91.9(a)" }

  /// Sorts the most severe first, and within a level the one that a pilot needs to know first.
  static func comesBefore(_ a: Warning, _ b: Warning) -> Bool {
    if a.level != b.level { return a.level > b.level }
    return a.code.rank < b.code.rank
  }
}
