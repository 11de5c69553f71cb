import Alarms

/// The rules in force. A profile is one of these.
package struct MonitorSettings: Sendable {
  /// What the box is for.
  package var profile: BoxProfile
  /// The alarm conditions with their limits.
  package var conditions: ConditionTable
  /// Whether the sound of a medium or high alarm outlives its condition until it is reset (bedside).
  package var latchesSound: Bool
  /// Whether a session's air is graded by its mean CO2 (cabin, cockpit).
  package var gradesAir: Bool
  /// The persons whom the configuration names.
  package var persons: [PersonSettings]
  /// The bounds of a heart rate that its beats prove, unless a person has others.
  package var proved: Bounds
  /// The bounds of any other heart rate, and of a missing pulse.
  package var unproved: Bounds
  /// What else the configuration leaves unwatched, beyond these rules.
  package var otherGaps: [Unwatched.Gap] = []

  /// The rules in force.
  package init(
    profile: BoxProfile = .cabin, conditions: ConditionTable = .standard, latchesSound: Bool, gradesAir: Bool,
    persons: [PersonSettings] = [], proved: Bounds = Bounds(5, 10), unproved: Bounds = Bounds(5, 10)
  ) {
    self.persons = persons
    self.proved = proved
    self.unproved = unproved
    self.profile = profile
    self.conditions = conditions
    self.latchesSound = latchesSound
    self.gradesAir = gradesAir
  }
}
