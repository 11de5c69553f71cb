/// Something that a load sheet says against a loading.
package struct Warning: Sendable, Hashable {
  /// How bad it is.
  package enum Level: String, Sendable, Comparable, CaseIterable {
    /// Legal, and worth a second look.
    case caution
    /// A limit that the flight will break later, or a loading that the data do not cover.
    case warning
    /// A limit that is broken.
    case danger

    /// Which is less bad.
    package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .caution: 0
      case .warning: 1
      case .danger: 2
      }
    }
  }

  /// What it is, for programs; in the order in which a pilot has to know it. The codes are stable.
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
    case unverifiedLimit = "UNVERIFIED_LIMIT"
    case unverifiedArm = "UNVERIFIED_ARM"

    /// The place in the order.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  package let level: Level
  package let code: Code
  package let message: String
  /// The figures, or what can be done.
  package let detail: String

  /// The rule. Beyond a limit of the flight manual or a placard 91.9(a) is broken; to look before the flight is the duty
  /// of 91.103, which is all that a caution can point to.
  package var regulatoryRef: String { level == .caution ? "14 CFR 91.103" : "14 CFR 91.9(a)" }

  /// The worst first, and among those the one that a pilot has to know first.
  static func comesBefore(_ a: Warning, _ b: Warning) -> Bool {
    if a.level != b.level { return a.level > b.level }
    return a.code.rank < b.code.rank
  }
}
