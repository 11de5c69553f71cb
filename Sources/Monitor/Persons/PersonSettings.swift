import Alarms

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
  /// `nil` if it is not set: the person counts as an adult.
  package var kind: PersonKind?
  /// Limits that differ from those of the kind and of the profile, by condition: heart-rate-low, heart-rate-high,
  /// spo2-low-medium, spo2-low-high.
  package var limits: [ConditionID: Double]
  /// The bounds of a proved heart rate; `nil` for those of the profile.
  package var proved: Bounds?
  /// The bounds of an unproved heart rate; `nil` for those of the profile. Never below the proved ones.
  package var unproved: Bounds?
  /// For how many seconds the oxygen must be below its medium limit before that alarm begins, see ``oxygenDelays``;
  /// `nil` for as long as everybody's.
  package var oxygenDelay: Double?
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
    unproved: Bounds? = nil, oxygenDelay: Double? = nil, sound: Sound = .standard, night: Night? = nil
  ) {
    self.name = name
    self.kind = kind
    self.limits = limits
    self.proved = proved
    self.unproved = unproved
    self.oxygenDelay = oxygenDelay
    self.sound = sound
    self.night = night
  }

  /// The delays that may be set, in seconds. Own choice: 5 is the shortest bound of any alarm, and a sleeper with apnoeas
  /// is below the limit for up to half a minute again and again.
  package static let oxygenDelays = 5.0...30.0

  /// The bounds of the medium alarm of the oxygen; `nil` for those of everybody. The second one is that of everybody, as far
  /// as it can be: with a longer one the window would add up falls of which each is shorter than the delay.
  var oxygenBounds: Bounds? { oxygenDelay.map { Bounds(notBefore: .seconds($0), mustBy: .seconds(max($0, 20))) } }

  /// The settings of a person who wears a sensor whose adoption named a kind: those of the configuration go before it.
  static func wearer(_ named: PersonSettings?, of kind: PersonKind?) -> PersonSettings? {
    guard let kind, named?.kind == nil else { return named }
    var wearer = named ?? PersonSettings(name: "")
    wearer.kind = kind
    return wearer
  }

  /// The limits by day that are not those of the profile: what the person sets, before what the kind sets.
  package var dayLimits: [ConditionID: Double] { (kind?.limits ?? [:]).merging(limits) { $1 } }
}
