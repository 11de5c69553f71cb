/// Something that is wrong with a loading or deserves a look.
package struct Warning: Sendable, Hashable {
  package enum Level: String, Sendable, Comparable, CaseIterable {
    /// Good to know. It changes no verdict.
    case advisory
    /// No limit is exceeded, but it deserves a second look.
    case caution
    /// A limit that will be exceeded later in the flight, or a load that is not where it can be.
    case warning
    case danger

    package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .advisory: 0
      case .caution: 1
      case .warning: 2
      case .danger: 3
      }
    }
  }

  /// A stable code for programs. The order is that in which a pilot needs to know the warnings.
  package enum Code: String, Sendable, CaseIterable {
    case negativeWeight = "NEGATIVE_WEIGHT"
    case negativeFuel = "NEGATIVE_FUEL"
    case fuelShort = "FUEL_SHORT"
    case dryTanks = "DRY_TANKS"
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
    case categoryStation = "CATEGORY_STATION"
    case armOutOfRange = "ARM_OUT_OF_RANGE"
    case changedElsewhere = "CHANGED_ELSEWHERE"
    case unverifiedEmpty = "UNVERIFIED_EMPTY"
    case rampCG = "RAMP_CG"
    case armRangeCG = "ARM_RANGE_CG"
    case stationImplausible = "STATION_IMPLAUSIBLE"
    case wrongFuel = "WRONG_FUEL"
    case noPilot = "NO_PILOT"
    case lowReserve = "LOW_RESERVE"
    case noFuel = "NO_FUEL"
    case noTripFuel = "NO_TRIP_FUEL"
    case nearMaxGross = "NEAR_MAX_GROSS"
    case cgNearLimit = "CG_NEAR_LIMIT"
    case oldWeighing = "OLD_WEIGHING"
    case unverifiedLimit = "UNVERIFIED_LIMIT"
    case unverifiedArm = "UNVERIFIED_ARM"

    var rank: Int { Self.all.firstIndex(of: self) ?? 0 }

    private static let all = allCases
  }

  enum Regulation: String {
    /// Limits of the flight manual, markings and placards must be kept.
    case limits = "14 CFR 91.9(a)"
    /// The pilot must know everything about the flight beforehand.
    case preflight = "14 CFR 91.103"
    /// Fuel for the flight and a reserve, by day under VFR.
    case fuel = "14 CFR 91.151"
  }

  package let level: Level
  package let code: Code
  package let message: String
  /// The figures, or the remedy.
  package let detail: String
  /// The regulation that is broken, or that asks for a look; `nil` if there is none.
  package let regulatoryRef: String?

  init(level: Level, code: Code, message: String, detail: String, regulation: Regulation?) {
    self.level = level
    self.code = code
    self.message = message
    self.detail = detail
    regulatoryRef = regulation?.rawValue
  }

  /// Sorts the most severe first, and within a level the one that a pilot needs to know first.
  static func comesBefore(_ a: Warning, _ b: Warning) -> Bool {
    if a.level != b.level { return a.level > b.level }
    return a.code.rank < b.code.rank
  }
}
