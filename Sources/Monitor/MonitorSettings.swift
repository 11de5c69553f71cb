import Alarms

/// The rules of the monitor, as the profile and the configuration set them. A new value may replace them at run time,
/// see ``Monitor/adopt(_:at:into:)``.
package struct MonitorSettings: Sendable {
  package var profile: BoxProfile
  package var conditions: ConditionTable
  /// Whether the sound of a medium or high alarm goes on after its condition has gone, until it is reset (`bedside`).
  package var latchesSound: Bool
  /// How often low and medium alarms of values sound.
  package var sounds: SoundWays
  /// Whether a session gets a grade by its mean CO2 (`cabin`, `cockpit`).
  package var gradesAir: Bool
  /// The persons of the configuration, in its order.
  package var persons: [PersonSettings]
  /// The bounds of a proved heart rate, unless a person has others.
  package var proved: Bounds
  /// The bounds of an unproved heart rate and of a missing pulse, unless a person has others.
  package var unproved: Bounds
  /// What becomes of the phases of flight that the box finds by itself.
  package var flightDetection: FlightDetection
  /// After this time without a drink in cruise a person is reminded; `nil` for never.
  package var remindsToDrinkAfter: Duration?
  /// What the configuration leaves unwatched and these rules do not show.
  package var otherGaps: [Unwatched.Gap] = []

  package init(
    profile: BoxProfile = .cabin, conditions: ConditionTable = .standard, latchesSound: Bool,
    sounds: SoundWays = SoundWays(),
    gradesAir: Bool, persons: [PersonSettings] = [], proved: Bounds = Bounds(5, 10), unproved: Bounds = Bounds(5, 10),
    flightDetection: FlightDetection = .show, remindsToDrinkAfter: Duration? = nil
  ) {
    self.persons = persons
    self.proved = proved
    self.unproved = unproved
    self.profile = profile
    self.conditions = conditions
    self.latchesSound = latchesSound
    self.sounds = sounds
    self.gradesAir = gradesAir
    self.flightDetection = flightDetection
    self.remindsToDrinkAfter = remindsToDrinkAfter
  }
}
