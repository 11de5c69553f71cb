import Alarms
import Readings
import Sessions

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

extension MonitorSettings {
  /// The limits that the values of an adopted sensor are compared with, in the unit of each condition. A condition that
  /// is switched off has none.
  /// - Parameters:
  ///   - person: who wears the sensor, if the settings name a person.
  ///   - minute: of the local day; `nil` while the clock is not set.
  package func limits(of role: SensorRole, on person: PersonSettings?, at minute: Int?) -> [ConditionID: Double] {
    let person = PersonSettings.wearer(person, of: role.kind)
    let heart = heartLimits(of: person, at: minute)
    var limits = oxygenLimits(of: person, at: minute).merging(role.limits) { $1 }
    // A heart is compared with the limits of its person alone.
    (limits[.heartRateLow], limits[.heartRateHigh]) = (heart.low, heart.high)
    for condition in conditions.all {
      if !condition.isEnabled {
        limits[condition.id] = nil
      } else if limits[condition.id] == nil {
        limits[condition.id] = condition.limit
      }
    }
    return limits
  }
}

extension MonitorSettings {
  /// The limits that figures of the past are compared with: those of the person who wears a sensor, by day, and those of
  /// single sensors.
  package func figureLimits(of roles: [DeviceAddress: SensorRole]) -> SensorLimits {
    let own = roles.mapValues { role in
      var person = role.person.map { Int($0.position) }.flatMap { persons.indices.contains($0) ? persons[$0] : nil }
      person = PersonSettings.wearer(person, of: role.kind)
      person?.night = nil
      let limits = limits(of: role, on: person, at: nil)
      return inRange(conditions.valueLimits { limits[$0.id] }, besides: person?.dayLimits ?? [:])
    }
    return SensorLimits(inRange(conditions.valueLimits, besides: [:]), own: own)
  }

  /// The usual range of a resting adult (60 to 100 bpm). In the cabin alarms have wider limits, and figures say how long a heart
  /// was outside of it.
  private static let restingRange = ValueLimits(low: 60, high: 100)

  /// The same limits, with the resting range of the heart in the cabin.
  /// - Parameter own: the limits of a person, which go before that range.
  private func inRange(
    _ limits: [Quantity: ValueLimits], besides own: [ConditionID: Double]
  ) -> [Quantity: ValueLimits] {
    guard profile == .cabin, var heart = limits[.heartRateBeatsPerMinute] else { return limits }
    if own[.heartRateLow] == nil, heart.low != nil { heart.low = Self.restingRange.low }
    if own[.heartRateHigh] == nil, heart.high != nil { heart.high = Self.restingRange.high }
    return limits.merging([.heartRateBeatsPerMinute: heart]) { $1 }
  }
}

/// The limits and bounds of a person at a time of day.
extension MonitorSettings {
  /// For this number of minutes before and after a change between day and night, the stricter of both limits is in
  /// force, since people do not fall asleep exactly on time. Own choice.
  private static let changeOver = 10
  private static let minutesOfDay = 24 * 60

  /// The part of the day for a person; `either` near a change and while the clock is not set.
  private enum Part { case day, night, either }

  private func part(_ night: PersonSettings.Night, at minute: Int?) -> Part {
    guard let minute else { return .either }
    func distance(_ other: Int) -> Int {
      let apart = abs(minute - other) % Self.minutesOfDay
      return min(apart, Self.minutesOfDay - apart)
    }
    if distance(night.from) <= Self.changeOver || distance(night.to) <= Self.changeOver { return .either }
    let isNight =
      night.from <= night.to
      ? night.from <= minute && minute < night.to : minute >= night.from || minute < night.to
    return isNight ? .night : .day
  }

  /// The limit of one condition; `nil` if it is switched off. If the clock is not set, and near a change between day
  /// and night, it is the stricter of both.
  func limit(_ id: ConditionID, of person: PersonSettings?, at minute: Int?) -> Double? {
    guard conditions[id].isEnabled, let standard = conditions[id].limit else { return nil }
    let day = person?.limits[id] ?? person?.kind?.limits[id] ?? standard
    guard let night = person?.night, let other = night.limits[id] else { return day }
    switch part(night, at: minute) {
    case .day: return day
    case .night: return other
    case .either:
      if case .below = conditions[id].trigger { return max(day, other) }
      return min(day, other)
    }
  }

  func heartLimits(of person: PersonSettings?, at minute: Int?) -> HeartLimits {
    HeartLimits(
      low: limit(.heartRateLow, of: person, at: minute), high: limit(.heartRateHigh, of: person, at: minute),
      hysteresis: conditions[.heartRateHigh].hysteresis, watchesPulse: conditions[.noPulse].isEnabled)
  }

  func oxygenLimits(of person: PersonSettings?, at minute: Int?) -> [ConditionID: Double] {
    var limits: [ConditionID: Double] = [:]
    guard let person, !person.limits.isEmpty || person.night != nil else { return limits }
    for id in [ConditionID.spo2Medium, .spo2High] { limits[id] = limit(id, of: person, at: minute) }
    return limits
  }

  func heartRule(of person: PersonSettings?) -> HeartRule {
    let proved = person?.proved ?? self.proved
    return HeartRule(proved: proved, unproved: person?.unproved ?? unproved)
  }
}

/// The limits of one person's heart rate that are in force now, in beats per minute. They change with the time of day.
struct HeartLimits: Sendable, Equatable {
  /// A rate below this is too low; `nil` if that alarm is switched off.
  var low: Double?
  /// A rate above this is too high; `nil` if that alarm is switched off.
  var high: Double?
  /// How far inside a limit a rate must be to end an alarm.
  var hysteresis: Double
  var watchesPulse = true

  /// The limit that a rate is beyond; `nil` for neither.
  func side(of rate: Double) -> HeartCount.Side? {
    if let low, rate < low { return .low }
    if let high, rate > high { return .high }
    return nil
  }

  func isInside(_ rate: Double) -> Bool {
    (low.map { rate >= $0 + hysteresis } ?? true) && (high.map { rate <= $0 - hysteresis } ?? true)
  }
}
