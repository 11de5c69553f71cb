import Alarms
import Readings

/// The configuration of one watched person.
package struct PersonSettings: Sendable, Equatable {
  /// How loud the alarms of a person begin. The raw values are words of the configuration.
  package enum Sound: String, CaseIterable, Sendable {
    /// At the configured loudness.
    case standard
    /// One step louder from the start.
    case loud
  }

  /// Shown, logged and sent with every alarm of the person.
  package var name: String
  /// `nil` if nobody has said it: the person counts as an adult.
  package var kind: PersonKind?
  /// Limits that differ from those of the kind and of the profile, by condition: heart-rate-low, heart-rate-high,
  /// spo2-low-medium, spo2-low-high.
  package var limits: [ConditionID: Double]
  /// The bounds of a proved heart rate; `nil` for those of the profile.
  package var proved: Bounds?
  /// The bounds of an unproved heart rate; `nil` for those of the profile. Never below the proved ones.
  package var unproved: Bounds?
  package var sound: Sound
  /// `nil` if the limits are the same by day and by night.
  package var night: Night?

  /// The night: a part of the local day with limits of its own.
  package struct Night: Sendable, Equatable {
    /// The first minute of the local day, 0 to 1439.
    package var from: Int
    /// The first minute after it, 0 to 1439; it may be before ``from``.
    package var to: Int
    /// The limits that differ from those of the day.
    package var limits: [ConditionID: Double]

    package init(from: Int, to: Int, limits: [ConditionID: Double]) {
      self.from = from
      self.to = to
      self.limits = limits
    }
  }

  /// Limits and bounds that are not given are those of the profile.
  package init(
    name: String, kind: PersonKind? = nil, limits: [ConditionID: Double] = [:], proved: Bounds? = nil,
    unproved: Bounds? = nil, sound: Sound = .standard, night: Night? = nil
  ) {
    self.name = name
    self.kind = kind
    self.limits = limits
    self.proved = proved
    self.unproved = unproved
    self.sound = sound
    self.night = night
  }

  /// The limits by day that are not those of the profile: what the person sets, before what the kind sets.
  package var dayLimits: [ConditionID: Double] { (kind?.limits ?? [:]).merging(limits) { $1 } }
}
