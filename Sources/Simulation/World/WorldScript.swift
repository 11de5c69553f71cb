import Alarms

/// A scenario for testing the alarms: the sensors, the parameters that differ from the defaults, and the events at
/// fixed times. All other events are random.
package struct WorldScript: Sendable {
  package var title: String
  /// The heart-rate strap that the person wears.
  package var strap: Strap? = Strap()
  package var airSensor: Ownership? = .adopted
  /// The pulse oximeter on the same person's finger.
  package var oximeter: Ownership?
  /// Limits that differ from those of the configuration, as a family would set them for this person.
  package var limits: [ConditionID: Double] = [:]
  /// Whether the box receives the phases of the flight.
  package var reportsPhases = false
  package var parameters = WorldParameters()
  /// The events at fixed times, in order of time.
  package var events: [WorldEvent] = []

  package enum Ownership: Sendable, Equatable {
    case adopted
    /// It belongs to another household and must not raise an alarm.
    case stranger
  }

  package struct Strap: Sendable, Equatable {
    package var ownership = Ownership.adopted
    package var sendsBeats = true
    package var feelsSkin = true

    /// A strap with all capabilities.
    package init() {}
  }

  /// A world in which all events are random.
  package init(title: String) { self.title = title }
}

/// Something that happens at a fixed time.
package struct WorldEvent: Sendable, Equatable {
  /// What can go wrong with a sensor.
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

  package enum Kind: Sendable, Equatable {
    /// Something goes wrong with a sensor.
    case trouble(Trouble)
    /// A part of the box fails and works again at the end.
    case fault(ConditionID)
    case heart(HeartEvent)
    case press
    /// Button A is held, which ends latched sounds.
    case hold
    case restart
  }

  /// The time of the event, seconds from the start.
  package var at: Double
  package var kind: Kind
  package var duration: Double

  package init(at: Double, _ kind: Kind, for duration: Double = 0) {
    self.at = at
    self.kind = kind
    self.duration = duration
  }
}
