import Readings

/// The rule of one alarm condition as data: its trigger and limit, its bounds, its priority and its rationale.
/// ``DefaultConditions`` holds the defaults; the configuration may change some of them through ``ConditionTable``.
package struct Condition: Sendable {
  package enum Trigger: Sendable, Equatable {
    case atOrAbove(Quantity)
    case above(Quantity)
    case below(Quantity)
    /// The pressure altitude, computed from the sensor's pressure, is at or above the limit, in feet.
    case cabinAltitude
    /// Carbon monoxide, which sensors give in parts per billion, is at or above the limit, in parts per million.
    case carbonMonoxide
    /// The sensor has sent no measurement within its freshness.
    case stale
    /// Another part reports the condition: the monitor, the adapter, the sounder, the logbook or a timeline.
    case reported

    /// The quantity that is compared with the limit; `nil` if there is no limit.
    package var quantity: Quantity? {
      switch self {
      case .atOrAbove(let quantity), .above(let quantity), .below(let quantity): quantity
      case .cabinAltitude: .pressureHectopascals
      case .carbonMonoxide: .carbonMonoxidePartsPerBillion
      case .stale, .reported: nil
      }
    }

    /// The unit of the limit; empty if there is no limit.
    package var unit: String {
      switch self {
      case .cabinAltitude: "ft"
      case .carbonMonoxide: "ppm"
      default: quantity?.unit ?? ""
      }
    }

    /// Converts a measured value of ``quantity`` to ``unit``.
    package func shown(_ measured: Double) -> Double {
      switch self {
      case .cabinAltitude: (PressureAltitude.feet(hectopascals: measured) ?? measured).rounded()
      case .carbonMonoxide: measured / Self.partsPerBillion
      default: measured
      }
    }

    /// Converts a value in ``unit`` to the unit in which it is measured.
    func measured(_ shown: Double) -> Double {
      switch self {
      case .cabinAltitude: PressureAltitude.hectopascals(feet: shown)
      case .carbonMonoxide: shown * Self.partsPerBillion
      default: shown
      }
    }

    private static let partsPerBillion = 1_000.0
  }

  /// A lower limit that must be exceeded for a long time, such as 12,500 ft for 30 minutes.
  package struct Sustained: Sendable, Equatable {
    /// In the unit of the trigger.
    package var limit: Double
    /// How long the limit must be exceeded before the alarm begins.
    package var time: Duration
  }

  /// The texts for a person who reads about the condition. English; printed by `lapwing alarms` and in docs/alarms.md.
  package struct Rationale: Sendable, Equatable {
    /// What to do when the alarm is raised.
    package let advice: String
    package let evidence: String
    /// What the limit or the sensor cannot show.
    package let limitation: String
    package let source: String
  }

  package let id: ConditionID
  package let priority: Priority
  package let family: SignalFamily
  package let trigger: Trigger
  /// In the unit of the trigger.
  package var limit: Double?
  /// The limits that may be configured.
  package let limitRange: ClosedRange<Double>?
  package var sustained: Sustained?
  /// A quantity that is 1 while the sensor itself reports the condition, and 0 otherwise; `nil` if there is none.
  package var detector: Quantity?
  /// How far inside the limit the value must be before the alarm may end, in the unit of the trigger.
  package let hysteresis: Double
  /// The alarm is not signalled before the condition has held for this time.
  package let notBefore: Duration
  /// The alarm must be signalled when the condition has held for this time, the sensor's reporting interval included.
  package let mustBy: Duration
  /// How long after its onset the alarm of a heart-rate sensor rises to high priority; `nil` for never.
  package let escalatesAfter: Duration?
  package let profiles: Set<BoxProfile>
  package var isEnabled = true
  /// How long an acknowledgement lasts; then the alarm sounds again.
  package var acknowledgedFor: Duration
  package let rationale: Rationale

  /// Whether it is about the box or its sensors, not about air or a person.
  package var isTechnical: Bool { family == .technical }

  /// Whether its sound latches after the condition has gone, in a profile that latches sounds.
  package var mayLatch: Bool { !isTechnical && priority > .low }

  /// Whether it is withheld (and still logged) in busy phases of flight. High priority is never withheld.
  package var isWithheldWhenBusy: Bool { priority < .high }

  /// Whether it reports an event, not a state that lasts: an acknowledgement ends it.
  package var isEvent: Bool { id == .restarted || id == .settingsFault }

  /// Whether it may be switched off. The conditions that report a switched-off alarm or a standby may not.
  package var mayBeSwitchedOff: Bool { id != .alarmOff && id != .standby }
}
