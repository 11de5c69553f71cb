import Readings

/// The default rule of each condition, with its limit. `Keys` (Settings) makes the configuration keys that change
/// them.
///
/// The bounds (not before, must by) and the hysteresis are our own proposal, modelled on gas-alarm standards, which
/// give both bounds for each limit (EN 50291, UL 2034: 100 ppm CO not before 10 min, by 40 min).
enum DefaultConditions {
  static func condition(_ id: ConditionID) -> Condition {
    switch id {
    case .co2Low, .co2Medium, .co2High: co2(id)
    case .coMedium, .coHigh: carbonMonoxide(id)
    case .vocHigh:
      air(
        // The monitor raises it as high in flight, and when the value jumps.
        id, .medium, .atOrAbove(.vocPartsPerBillion), limit: 300, range: 50...10_000, hysteresis: 30,
        timedAs: .high,
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
      // The freshness itself is the delay; the loss of a heart-rate sensor becomes high after half a minute more.
      Condition(
        id: id, priority: .medium, family: .technical, trigger: .stale, limit: nil, limitRange: nil, hysteresis: 0,
        notBefore: .zero, mustBy: .seconds(10), escalatesAfter: .seconds(30), profiles: everywhere,
        acknowledgedFor: snooze, rationale: ConditionRationales.technical(id))
    // A strap that slips, or one damaged message, is not worth an alarm; five seconds of either are.
    case .noContact, .implausible: technical(id, .medium, notBefore: 5, mustBy: 10)
    // The catalogue defines for each model how long an unchanged value is normal.
    case .frozen: technical(id, .medium, mustBy: 10)
    // People unplug a box that they cannot silence, so this one is paused as any other: its lamp stays, and it comes back.
    case .adapterGone, .sounderFailed: technical(id, .high, mustBy: 10)
    case .sensorBatteryLow, .clockUnset, .diskFull, .lampFailed, .restarted, .alarmOff, .buttonStuck, .standby,
      .settingsFault, .underVoltage, .tooHot:
      technical(id, .low, mustBy: 60)
    // While a high alarm stands the monitor raises it as medium.
    case .nobodyTold: technical(id, .low, mustBy: 10)
    // Beside a bed the monitor raises it as high.
    case .linkGone: technical(id, .medium, mustBy: 10)
    case .elsewhereHigh: technical(id, .high, mustBy: 1)
    case .elsewhereMedium: technical(id, .medium, mustBy: 1)
    case .elsewhereLow, .elsewhereBox: technical(id, .low, mustBy: 1)
    case .notWatched: technical(id, .medium, notBefore: 60, mustBy: 60)
    case .noPulse: noPulse
    case .spo2Medium: saturation(id, .medium, limit: 90)
    case .spo2High: saturation(id, .high, limit: 85)
    }
  }

  private static let everywhere = Set(BoxProfile.allCases)
  /// A quarter of an hour: the product's default, used for low and medium alarms only.
  private static let snooze = Duration.seconds(900)

  private static func acknowledgedFor(_ id: ConditionID, _ priority: Priority) -> Duration {
    if let own = id.ownSnooze { return own }
    // A high alarm cannot be snoozed: an acknowledgement silences it no longer than a pause.
    return priority == .high ? AudioPause.longest : snooze
  }

  /// In seconds: the more urgent, the sooner.
  private static func bounds(_ priority: Priority) -> (notBefore: Int, mustBy: Int) {
    switch priority {
    case .low: (120, 300)
    case .medium: (60, 180)
    case .high: (30, 90)
    }
  }

  private static func air(
    _ id: ConditionID, _ priority: Priority, _ trigger: Condition.Trigger, limit: Double, range: ClosedRange<Double>,
    hysteresis: Double, timedAs timing: Priority? = nil, _ rationale: Condition.Rationale
  ) -> Condition {
    let bounds = bounds(timing ?? priority)
    return Condition(
      id: id, priority: priority, family: .air, trigger: trigger, limit: limit, limitRange: range,
      hysteresis: hysteresis, notBefore: .seconds(bounds.notBefore), mustBy: .seconds(bounds.mustBy),
      escalatesAfter: nil, profiles: everywhere, acknowledgedFor: acknowledgedFor(id, priority), rationale: rationale)
  }

  private static func co2(_ id: ConditionID) -> Condition {
    let (priority, limit, hysteresis): (Priority, Double, Double) =
      switch id {
      case .co2High: (.high, 2500, 100)
      case .co2Medium: (.medium, 1500, 100)
      default: (.low, 800, 50)
      }
    // Outdoor air has about 400 ppm, so a lower limit would always raise the alarm. Common sensors end at 10,000 ppm.
    return air(
      id, priority, .atOrAbove(.co2PartsPerMillion), limit: limit, range: 450...10_000, hysteresis: hysteresis,
      ConditionRationales.co2(priority))
  }

  /// 50 ppm is the most that may be in the air of an aircraft (14 CFR 23.831, 27.831, 29.831, 121.219: one part in
  /// 20,000), and the lowest alarm point of EN 50291 (60 to 90 min). 300 ppm within 3 min and 100 ppm not before 10 and by
  /// 40 min are the others; UL 2034 has 70, 150 and 400 ppm with longer times. TSO-C48a could not be read.
  private static func carbonMonoxide(_ id: ConditionID) -> Condition {
    let isHigh = id == .coHigh
    var condition = air(
      id, isHigh ? .high : .medium, .carbonMonoxide, limit: isHigh ? 300 : 50, range: 10...1_000,
      hysteresis: isHigh ? 10 : 5, ConditionRationales.carbonMonoxide(id))
    if isHigh {
      condition.sustained = Condition.Sustained(limit: 100, time: .seconds(600))
      condition.detector = .carbonMonoxideDetected
    }
    return condition
  }

  private static func particles(_ id: ConditionID, _ priority: Priority, limit: Double, hysteresis: Double) -> Condition
  {
    air(
      id, priority, .atOrAbove(.pm25MicrogramsPerCubicMetre), limit: limit, range: 9...1000, hysteresis: hysteresis,
      ConditionRationales.particles(priority))
  }

  private static func climate(_ id: ConditionID) -> Condition {
    let rationale = ConditionRationales.climate(id)
    return switch id {
    case .temperatureLow:
      air(id, .low, .below(.temperatureCelsius), limit: 10, range: -40...30, hysteresis: 1, rationale)
    case .temperatureHigh:
      air(id, .low, .above(.temperatureCelsius), limit: 35, range: -40...60, hysteresis: 1, rationale)
    case .humidityLow:
      air(id, .low, .below(.relativeHumidityPercent), limit: 10, range: 0...60, hysteresis: 3, rationale)
    default: air(id, .low, .above(.relativeHumidityPercent), limit: 80, range: 30...100, hysteresis: 3, rationale)
    }
  }

  private static func heartRate(_ id: ConditionID, _ trigger: Condition.Trigger, limit: Double) -> Condition {
    Condition(
      id: id, priority: .high, family: .heart, trigger: trigger, limit: limit, limitRange: 25...250, hysteresis: 3,
      notBefore: .seconds(5), mustBy: .seconds(10), escalatesAfter: nil, profiles: everywhere,
      acknowledgedFor: acknowledgedFor(id, .high), rationale: ConditionRationales.heartRate(id))
  }

  /// The monitor reports this condition, since 0 bpm is not a value that is compared with a limit. Its bounds are those
  /// of an unproved heart rate.
  private static var noPulse: Condition {
    Condition(
      id: .noPulse, priority: .high, family: .heart, trigger: .reported, limit: nil, limitRange: nil, hysteresis: 0,
      notBefore: .seconds(5), mustBy: .seconds(10), escalatesAfter: nil, profiles: everywhere,
      acknowledgedFor: acknowledgedFor(.noPulse, .high), rationale: ConditionRationales.noPulse)
  }

  private static func saturation(_ id: ConditionID, _ priority: Priority, limit: Double) -> Condition {
    Condition(
      id: id, priority: priority, family: .heart, trigger: .below(.oxygenSaturationPercent), limit: limit,
      limitRange: 70...98, hysteresis: 1, notBefore: .seconds(10), mustBy: .seconds(20), escalatesAfter: nil,
      profiles: everywhere, acknowledgedFor: acknowledgedFor(id, priority),
      rationale: ConditionRationales.saturation(id))
  }

  private static func altitude(_ id: ConditionID) -> Condition {
    let isHigh = id == .cabinAltitudeHigh
    // There are towns at up to 16,700 ft (La Rinconada): beside a bed the alarm would only show the altitude of the
    // town.
    return Condition(
      id: id, priority: isHigh ? .high : .medium, family: .air, trigger: .cabinAltitude,
      limit: isHigh ? 14_000 : 10_000,
      limitRange: 5_000...25_000,
      sustained: isHigh ? Condition.Sustained(limit: 12_500, time: .seconds(1800)) : nil, hysteresis: 200,
      notBefore: .seconds(10), mustBy: .seconds(30), escalatesAfter: nil, profiles: [.cabin, .cockpit],
      acknowledgedFor: acknowledgedFor(id, isHigh ? .high : .medium), rationale: ConditionRationales.altitude(id))
  }

  private static func technical(
    _ id: ConditionID, _ priority: Priority, notBefore: Int = 0, mustBy: Int
  ) -> Condition {
    Condition(
      id: id, priority: priority, family: .technical, trigger: .reported, limit: nil, limitRange: nil, hysteresis: 0,
      notBefore: .seconds(notBefore), mustBy: .seconds(mustBy), escalatesAfter: nil, profiles: everywhere,
      acknowledgedFor: acknowledgedFor(id, priority),
      rationale: ConditionRationales.technical(id))
  }
}
