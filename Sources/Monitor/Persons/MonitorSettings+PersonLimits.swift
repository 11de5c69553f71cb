import Alarms

/// The limits and bounds of a person at a time of day.
extension MonitorSettings {
  /// For this number of minutes before and after a change between day and night, the stricter of both limits is in
  /// force, since nobody falls asleep exactly on time. Own choice.
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

  /// The limits of a person's oxygen saturation; empty if the person has no limits of their own.
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
