import Readings

/// The conditions as they are unless the configuration says otherwise.
///
/// The bounds (not before, must by) and the hysteresis are our own proposal, patterned on gas-alarm standards, which give
/// each trip point both (EN 50291, UL 2034: 100 ppm CO not before 10 min, by 40 min).
enum StandardConditions {
  static func condition(_ id: ConditionID) -> Condition {
    switch id {
    case .co2Low, .co2Medium, .co2High: co2(id)
    case .vocHigh:
      air(
        id, .high, .atOrAbove(.vocPartsPerBillion), limit: 300, range: 50...10_000, hysteresis: 30,
        ConditionRationales.voc
      )
    case .pm25Low: particles(id, .low, limit: 35.5, hysteresis: 5)
    case .pm25Medium: particles(id, .medium, limit: 55.5, hysteresis: 5)
    case .pm25High: particles(id, .high, limit: 125.5, hysteresis: 10)
    case .temperatureLow, .temperatureHigh, .humidityLow, .humidityHigh: climate(id)
    case .heartRateLow: heartRate(id, .below(.heartRateBeatsPerMinute), limit: 60)
    case .heartRateHigh: heartRate(id, .above(.heartRateBeatsPerMinute), limit: 100)
    case .cabinAltitudeMedium, .cabinAltitudeHigh: altitude(id)
    case .noData:
      // The freshness window itself is the dwell; a heart-rate sensor's loss is high after half a minute more.
      Condition(
        id: id, priority: .medium, family: .technical, trigger: .stale, limit: nil, limitRange: nil, hysteresis: 0,
        notBefore: .zero, mustBy: .seconds(10), escalatesAfter: .seconds(30), profiles: everywhere,
        acknowledgedFor: snooze, account: ConditionRationales.technical(id))
    // A strap that slips, or one damaged message, is not worth an alarm; five seconds of it are.
    case .noContact, .implausible: technical(id, .medium, notBefore: 5, mustBy: 10)
    // What counts as frozen has its dwell in the catalogue, by model.
    case .frozen: technical(id, .medium, mustBy: 10)
    case .adapterGone: technical(id, .high, mustBy: 10, unpausableIn: deafBox)
    case .sounderFailed: technical(id, .high, mustBy: 10)
    case .sensorBatteryLow, .clockUnset, .diskFull, .lampFailed, .restarted, .alarmOff, .buttonStuck, .standby:
      technical(id, .low, mustBy: 60)
    case .notWatched: technical(id, .medium, notBefore: 60, mustBy: 60)
    case .noPulse: noPulse
    case .spo2Medium: saturation(id, .medium, limit: 90)
    case .spo2High: saturation(id, .high, limit: 85)
    }
  }

  private static let everywhere = Set(BoxProfile.allCases)
  /// A quarter of an hour: the snooze of the product's source, kept for low and medium only.
  private static let snooze = Duration.seconds(900)
  /// What is switched off on purpose is brought to mind once an hour.
  private static let reminder = Duration.seconds(3600)

  /// Where a condition cannot be paused. Our own choice, and as narrow as it can be, since what nobody can silence drives
  /// people to pull the plug: beside a bed, while no sensor is heard at all. A silent box there looks like a patient who
  /// is well; a ventilator does not let its "inoperative" alarm be silenced either (unverified). In an aircraft it can be
  /// paused: 14 CFR 25.1322(d) asks for a means to suppress an alert that a failure of the alerting itself causes
  /// (unverified). A sounder that has failed can be paused everywhere: its alarm would hide the lower ones.
  private static let deafBox: Set<BoxProfile> = [.bedside]

  private static func acknowledgedFor(_ id: ConditionID, _ priority: Priority) -> Duration {
    if id == .alarmOff { return reminder }
    // A high alarm is never snoozed: acknowledging it silences it no longer than a pause does.
    return priority == .high ? AudioPause.longest : snooze
  }

  /// Dwell times in seconds by priority: the more urgent, the sooner.
  private static func bounds(_ priority: Priority) -> (notBefore: Int, mustBy: Int) {
    switch priority {
    case .low: (120, 300)
    case .medium: (60, 180)
    case .high: (30, 90)
    }
  }

  private static func air(
    _ id: ConditionID, _ priority: Priority, _ trigger: Condition.Trigger, limit: Double, range: ClosedRange<Double>,
    hysteresis: Double, _ account: Condition.Rationale
  ) -> Condition {
    let bounds = bounds(priority)
    return Condition(
      id: id, priority: priority, family: .air, trigger: trigger, limit: limit, limitRange: range,
      hysteresis: hysteresis, notBefore: .seconds(bounds.notBefore), mustBy: .seconds(bounds.mustBy),
      escalatesAfter: nil, profiles: everywhere, acknowledgedFor: acknowledgedFor(id, priority), account: account)
  }

  private static func co2(_ id: ConditionID) -> Condition {
    let (priority, limit, hysteresis): (Priority, Double, Double) =
      switch id {
      case .co2High: (.high, 2500, 100)
      case .co2Medium: (.medium, 1500, 100)
      default: (.low, 800, 50)
      }
    // 400 ppm is outdoor air: below it every reading would alarm. 10,000 ppm is where common sensors end.
    return air(
      id, priority, .atOrAbove(.co2PartsPerMillion), limit: limit, range: 450...10_000, hysteresis: hysteresis,
      ConditionRationales.co2(priority))
  }

  private static func particles(_ id: ConditionID, _ priority: Priority, limit: Double, hysteresis: Double) -> Condition
  {
    air(
      id, priority, .atOrAbove(.pm25MicrogramsPerCubicMetre), limit: limit, range: 9...1000, hysteresis: hysteresis,
      ConditionRationales.particles(priority))
  }

  private static func climate(_ id: ConditionID) -> Condition {
    let account = ConditionRationales.climate(id)
    return switch id {
    case .temperatureLow:
      air(id, .low, .below(.temperatureCelsius), limit: 10, range: -40...30, hysteresis: 1, account)
    case .temperatureHigh:
      air(id, .low, .above(.temperatureCelsius), limit: 35, range: -40...60, hysteresis: 1, account)
    case .humidityLow:
      air(id, .low, .below(.relativeHumidityPercent), limit: 10, range: 0...60, hysteresis: 3, account)
    default: air(id, .low, .above(.relativeHumidityPercent), limit: 80, range: 30...100, hysteresis: 3, account)
    }
  }

  private static func heartRate(_ id: ConditionID, _ trigger: Condition.Trigger, limit: Double) -> Condition {
    Condition(
      id: id, priority: .high, family: .heart, trigger: trigger, limit: limit, limitRange: 25...250, hysteresis: 3,
      notBefore: .seconds(5), mustBy: .seconds(10), escalatesAfter: nil, profiles: everywhere,
      acknowledgedFor: acknowledgedFor(id, .high), account: ConditionRationales.heartRate(id))
  }

  /// Reported by the monitor, since 0 beats a minute are no value beyond a limit. Its bounds are the unproved ones.
  private static var noPulse: Condition {
    Condition(
      id: .noPulse, priority: .high, family: .heart, trigger: .reported, limit: nil, limitRange: nil, hysteresis: 0,
      notBefore: .seconds(5), mustBy: .seconds(10), escalatesAfter: nil, profiles: everywhere,
      acknowledgedFor: acknowledgedFor(.noPulse, .high), account: ConditionRationales.noPulse)
  }

  private static func saturation(_ id: ConditionID, _ priority: Priority, limit: Double) -> Condition {
    Condition(
      id: id, priority: priority, family: .heart, trigger: .below(.oxygenSaturationPercent), limit: limit,
      limitRange: 70...98, hysteresis: 1, notBefore: .seconds(10), mustBy: .seconds(20), escalatesAfter: nil,
      profiles: everywhere, acknowledgedFor: acknowledgedFor(id, priority), account: ConditionRationales.saturation(id))
  }

  private static func altitude(_ id: ConditionID) -> Condition {
    let isHigh = id == .cabinAltitudeHigh
    // Towns lie as high as 16,700 ft (La Rinconada): beside a bed the alarm would tell only where the bed is.
    return Condition(
      id: id, priority: isHigh ? .high : .medium, family: .air, trigger: .cabinAltitude,
      limit: isHigh ? 14_000 : 10_000,
      limitRange: 5_000...25_000,
      sustained: isHigh ? Condition.Sustained(limit: 12_500, time: .seconds(1800)) : nil, hysteresis: 200,
      notBefore: .seconds(10), mustBy: .seconds(30), escalatesAfter: nil, profiles: [.cabin, .cockpit],
      acknowledgedFor: acknowledgedFor(id, isHigh ? .high : .medium), account: ConditionRationales.altitude(id))
  }

  private static func technical(
    _ id: ConditionID, _ priority: Priority, notBefore: Int = 0, mustBy: Int, unpausableIn: Set<BoxProfile> = []
  ) -> Condition {
    Condition(
      id: id, priority: priority, family: .technical, trigger: .reported, limit: nil, limitRange: nil, hysteresis: 0,
      notBefore: .seconds(notBefore), mustBy: .seconds(mustBy), escalatesAfter: nil, profiles: everywhere,
      acknowledgedFor: acknowledgedFor(id, priority), unpausableIn: unpausableIn,
      account: ConditionRationales.technical(id))
  }
}
