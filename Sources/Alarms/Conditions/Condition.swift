import Glibc
import Readings

/// One alarm condition as data: when it holds, how long it must hold, what it is worth, and why.
package struct Condition: Sendable {
  /// How the monitor learns that the condition holds.
  package enum Trigger: Sendable, Equatable {
    /// A quantity at or above the limit.
    case atOrAbove(Quantity)
    /// A quantity above the limit.
    case above(Quantity)
    /// A quantity below the limit.
    case below(Quantity)
    /// The pressure altitude of the sensor's own pressure at or above the limit, feet.
    case cabinAltitude
    /// No measurement of a sensor within its freshness window.
    case stale
    /// Somebody else finds it and reports it: a detector, the adapter, the sounder, the logbook, a timeline.
    case reported

    /// The quantity that is measured.
    package var quantity: Quantity? {
      switch self {
      case .atOrAbove(let quantity), .above(let quantity), .below(let quantity): quantity
      case .cabinAltitude: .pressureHectopascals
      case .stale, .reported: nil
      }
    }

    /// The unit of the limit.
    package var unit: String { self == .cabinAltitude ? "ft" : quantity?.unit ?? "" }
  }

  /// A lower limit that counts once it has been exceeded for a long time.
  package struct Sustained: Sendable, Equatable {
    /// The limit, in the unit of the trigger.
    package var limit: Double
    /// How long it must be exceeded; it is signalled within the condition's own must-by bound after that.
    package var time: Duration
  }

  /// What a person reads of it.
  package struct Rationale: Sendable, Equatable {
    /// What to do.
    package let advice: String
    /// What speaks for the number.
    package let evidence: String
    /// What the number does not tell.
    package let limitation: String
    /// Where the number comes from.
    package let source: String
  }

  package let id: ConditionID
  /// How soon somebody must act.
  package let priority: Priority
  /// What it is about.
  package let family: SignalFamily
  /// How the monitor learns of it.
  package let trigger: Trigger
  /// The limit, in the unit of the trigger.
  package var limit: Double?
  /// What may be configured as the limit.
  package let limitRange: ClosedRange<Double>?
  /// A lower limit for a long time, beside the limit.
  package var sustained: Sustained?
  /// How far back inside the limit the value must come before the condition ends.
  package let hysteresis: Double
  /// It is not signalled before it has held so long.
  package let notBefore: Duration
  /// It is signalled when it has held so long, the sensor's own reporting interval counted in.
  package let mustBy: Duration
  /// How long after its onset a heart-rate sensor's case becomes high priority; `nil` for never.
  package let escalatesAfter: Duration?
  /// The profiles in which it is on unless the configuration says otherwise.
  package let profiles: Set<BoxProfile>
  /// Whether it is on at all.
  package var isEnabled = true
  /// For how long an acknowledgement counts, then it sounds again.
  package var acknowledgedFor: Duration
  /// The profiles in which its sound cannot be paused and it cannot be acknowledged.
  package var unpausableIn: Set<BoxProfile> = []
  /// What a person reads of it.
  package let account: Rationale

  /// What a person who asks for its silence is told, where that is refused.
  package var refusal: String { "\(id.name) cannot be paused: \(account.advice)" }

  /// Whether it is about the appliance and its sensors rather than about air or a person.
  package var isTechnical: Bool { family == .technical }

  /// Whether a profile that latches keeps sounding for it after it has gone.
  package var mayLatch: Bool { !isTechnical && priority > .low }

  /// Whether it is withheld (and logged) in the busy phases of flight. High priority never is.
  package var isWithheldWhenBusy: Bool { priority < .high }

  /// Whether it tells of something that happened rather than of something that lasts: an acknowledgement ends it.
  package var isEvent: Bool { id == .restarted }

  /// Whether it may be switched off. What tells that something is switched off, or that nobody is watched, may not.
  package var mayBeSwitchedOff: Bool { id != .alarmOff && id != .standby }
}

/// Pressure altitude in the standard atmosphere (ICAO Doc 7488: 1013.25 hPa at sea level).
package enum PressureAltitude {
  private static let seaLevelHectopascals = 1013.25
  /// The height at which that formula has no pressure left (288.15 K at 6.5 K a kilometre), feet, and its exponent.
  private static let scaleFeet = 288.15 / 0.0065 / 0.3048
  private static let exponent = 1 / 5.255_88

  /// Feet for a pressure in hPa; 0 hPa or less is no pressure, and gives no altitude.
  package static func feet(hectopascals: Double) -> Double? {
    guard hectopascals > 0 else { return nil }
    return scaleFeet * (1 - pow(hectopascals / seaLevelHectopascals, exponent))
  }

  /// The pressure in hPa at an altitude in feet.
  package static func hectopascals(feet: Double) -> Double {
    seaLevelHectopascals * pow(max(0, 1 - feet / scaleFeet), 1 / exponent)
  }
}
