import Alarms
import Monitor

/// A world to put the alarms to the test in: which sensors there are, numbers that differ from the usual, and what
/// happens when, beside what chance brings.
package struct WorldScript: Sendable {
  /// What a person reads of it.
  package var title: String
  /// The heart-rate strap that somebody wears.
  package var strap: Strap? = Strap()
  /// The CO2 sensor.
  package var airSensor: Ownership? = .adopted
  /// The pulse oximeter on the same person's finger.
  package var oximeter: Ownership?
  /// Limits that differ from those of the configuration: what a family would set for this person.
  package var limits: [ConditionID: Double] = [:]
  /// Whether the box is told the phases of the flight.
  package var tellsPhases = false
  /// The world's numbers.
  package var parameters = WorldParameters()
  /// What happens for certain, in order of time.
  package var events: [WorldEvent] = []

  /// Whether a sensor is the box's own.
  package enum Ownership: Sendable, Equatable {
    case adopted
    /// It is somebody else's: it may raise no alarm.
    case stranger
  }

  /// What a strap can tell.
  package struct Strap: Sendable, Equatable {
    /// Whose it is.
    package var ownership = Ownership.adopted
    /// Whether it sends the times between beats.
    package var tellsBeats = true
    /// Whether it says whether it touches the skin.
    package var feelsSkin = true

    /// One that tells all there is.
    package init() {}
  }

  /// A world in which only chance rules.
  package init(title: String) { self.title = title }
}

/// Something that happens at a set time.
package struct WorldEvent: Sendable, Equatable {
  /// What can befall a sensor.
  package enum Trouble: String, CaseIterable, Sendable {
    case strapOff = "strap-off"
    case strapCharging = "strap-charging"
    case strapFrozen = "strap-frozen"
    case strapSilent = "strap-silent"
    case strapLoose = "strap-loose"
    case airSilent = "air-silent"
    case oximeterOff = "oximeter-off"
    case oximeterSilent = "oximeter-silent"
  }

  /// What can happen.
  package enum Kind: Sendable, Equatable {
    /// Something befalls a sensor.
    case trouble(Trouble)
    /// A part of the box fails, and is well again at the end.
    case fault(ConditionID)
    /// Something befalls the heart.
    case heart(HeartEvent)
    /// Somebody presses button A.
    case press
    /// Somebody holds button A, which ends latched sounds.
    case hold
    /// Power goes and comes back.
    case restart
  }

  /// When, seconds from the start.
  package var at: Double
  package var kind: Kind
  /// For how long, s.
  package var duration: Double

  package init(at: Double, _ kind: Kind, for duration: Double = 0) {
    self.at = at
    self.kind = kind
    self.duration = duration
  }
}
