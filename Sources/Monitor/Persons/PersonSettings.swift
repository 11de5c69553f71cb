import Alarms
import Readings

/// What the configuration says of one person who is watched over.
package struct PersonSettings: Sendable, Equatable {
  /// How loud this person's alarms begin.
  package enum Sound: String, CaseIterable, Sendable {
    /// As loud as the box is set.
    case standard
    /// One step louder from the start.
    case loud
  }

  /// The name that is shown, logged and sent.
  package var name: String
  /// Limits that differ from those of the profile, by condition: heart-rate-low, heart-rate-high, spo2-low-medium,
  /// spo2-low-high.
  package var limits: [ConditionID: Double]
  /// The bounds of a heart rate that its beats prove; `nil` for those of the profile.
  package var proved: Bounds?
  /// The bounds of any other heart rate; `nil` for those of the profile. Never below the proved ones.
  package var unproved: Bounds?
  package var sound: Sound
  /// Other limits by night; `nil` where day and night are the same.
  package var night: Night?

  /// The part of the day with limits of its own.
  package struct Night: Sendable, Equatable {
    /// From this minute of the local day, 0 to 1439.
    package var from: Int
    /// Until this minute of the local day; it may lie before ``from``.
    package var to: Int
    /// The limits that differ from the day's.
    package var limits: [ConditionID: Double]

    /// - Parameters:
    ///   - from: minute of the local day.
    ///   - to: minute of the local day.
    ///   - limits: those that differ from the day's.
    package init(from: Int, to: Int, limits: [ConditionID: Double]) {
      self.from = from
      self.to = to
      self.limits = limits
    }
  }

  /// A person with the limits and bounds of the profile, unless some are given.
  package init(
    name: String, limits: [ConditionID: Double] = [:], proved: Bounds? = nil, unproved: Bounds? = nil,
    sound: Sound = .standard, night: Night? = nil
  ) {
    self.name = name
    self.limits = limits
    self.proved = proved
    self.unproved = unproved
    self.sound = sound
    self.night = night
  }
}
