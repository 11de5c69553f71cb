import Alarms
import Readings
import Sessions

extension MonitorSettings {
  /// The limits that the values of an adopted sensor are compared with, in the unit of each condition. A condition that
  /// is switched off has none.
  /// - Parameters:
  ///   - person: who wears the sensor, if the settings name somebody.
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
