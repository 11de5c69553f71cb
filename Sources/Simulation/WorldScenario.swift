import Alarms
import Monitor

/// A world to put the alarms to the test in: which sensors there are, numbers that differ from the usual, and what
/// happens when, beside what chance brings.
public struct WorldScenario: Sendable {
  /// What a person reads of it.
  public var title: String
  /// Whether somebody wears a heart-rate strap.
  public var hasStrap = true
  /// Whether there is a CO2 sensor.
  public var hasAirSensor = true
  /// Whether the box is told the phases of the flight.
  public var tellsPhases = false
  /// The world's numbers.
  public var parameters = WorldParameters()
  /// What happens for certain, in order of time.
  public var events: [WorldEvent] = []

  /// A world in which only chance rules.
  public init(title: String) { self.title = title }
}

/// Something that happens at a set time.
public struct WorldEvent: Sendable, Equatable {
  /// What can befall a sensor.
  public enum Trouble: String, CaseIterable, Sendable {
    case strapOff = "strap-off"
    case strapCharging = "strap-charging"
    case strapFrozen = "strap-frozen"
    case strapSilent = "strap-silent"
    case airSilent = "air-silent"
  }

  /// What can happen.
  public enum Kind: Sendable, Equatable {
    /// Something befalls a sensor.
    case trouble(Trouble)
    /// A part of the box fails, and is well again at the end.
    case fault(ConditionID)
    /// Somebody presses button A.
    case press
    /// Power goes and comes back.
    case restart
  }

  /// When, seconds from the start.
  public var at: Double
  /// What.
  public var kind: Kind
  /// For how long, s.
  public var duration: Double

  /// All fields.
  public init(at: Double, _ kind: Kind, for duration: Double = 0) {
    self.at = at
    self.kind = kind
    self.duration = duration
  }
}
