import Alarms

/// The limits of a person that are in force at a time of day.
extension MonitorSettings {
  /// So many minutes before and after a change of day and night the tighter of both limits holds: nobody falls asleep on
  /// the minute. Ours.
  private static let changeOver = 10
  private static let minutesOfDay = 24 * 60

  /// What part of the day it is for a person.
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

  /// The limit of one condition. With the clock unset, and at a change of day and night, the tighter of both holds.
  func limit(_ id: ConditionID, of person: PersonSettings?, at minute: Int?) -> Double? {
    guard conditions[id].isEnabled, let standard = conditions[id].limit else { return nil }
    let day = person?.limits[id] ?? standard
    guard let night = person?.night, let other = night.limits[id] else { return day }
    switch part(night, at: minute) {
    case .day: return day
    case .night: return other
    case .either:
      if case .below = conditions[id].trigger { return max(day, other) }
      return min(day, other)
    }
  }

  /// The limits of a person's heart rate.
  func heartLimits(of person: PersonSettings?, at minute: Int?) -> HeartLimits {
    HeartLimits(
      low: limit(.heartRateLow, of: person, at: minute), high: limit(.heartRateHigh, of: person, at: minute),
      hysteresis: conditions[.heartRateHigh].hysteresis, watchesPulse: conditions[.noPulse].isEnabled)
  }

  /// The limits of a person's oxygen, for the person's sensors.
  func oxygenLimits(of person: PersonSettings?, at minute: Int?) -> [ConditionID: Double] {
    var limits: [ConditionID: Double] = [:]
    guard let person, !person.limits.isEmpty || person.night != nil else { return limits }
    for id in [ConditionID.spo2Medium, .spo2High] { limits[id] = limit(id, of: person, at: minute) }
    return limits
  }

  /// The bounds of a person's heart rate.
  func heartRule(of person: PersonSettings?) -> HeartRule {
    let proved = person?.proved ?? self.proved
    return HeartRule(proved: proved, unproved: person?.unproved ?? unproved)
  }
}
