/// An identifier of one alarm condition. The raw value is its index in ``ConditionTable``, and is never stored or sent.
/// The logbook, JSON and the configuration use ``name``, which never changes.
package enum ConditionID: UInt8, CaseIterable, Sendable {
  case co2Low
  case co2Medium
  case co2High
  case coMedium
  case coHigh
  case vocHigh
  case pm25Low
  case pm25Medium
  case pm25High
  case temperatureLow
  case temperatureHigh
  case humidityLow
  case humidityHigh
  case heartRateLow
  case heartRateHigh
  case noData
  case frozen
  case implausible
  case noContact
  case cabinAltitudeMedium
  case cabinAltitudeHigh
  case adapterGone
  case sounderFailed
  case sensorBatteryLow
  case clockUnset
  case diskFull
  case lampFailed
  case restarted
  case alarmOff
  case noPulse
  case spo2Medium
  case spo2High
  case notWatched
  case standby
  case buttonStuck
  case linkGone
  case elsewhereHigh
  case elsewhereMedium
  case elsewhereLow
  case elsewhereBox
  case settingsFault
  case underVoltage
  case tooHot
  case nobodyTold

  /// The name in the logbook, in JSON and in the configuration, such as `co2-high`.
  package var name: String {
    switch self {
    case .co2Low: "co2-low"
    case .co2Medium: "co2-medium"
    case .co2High: "co2-high"
    case .coMedium: "co-medium"
    case .coHigh: "co-high"
    case .vocHigh: "voc-high"
    case .pm25Low: "pm25-low"
    case .pm25Medium: "pm25-medium"
    case .pm25High: "pm25-high"
    case .temperatureLow: "temperature-low"
    case .temperatureHigh: "temperature-high"
    case .humidityLow: "humidity-low"
    case .humidityHigh: "humidity-high"
    case .heartRateLow: "heart-rate-low"
    case .heartRateHigh: "heart-rate-high"
    case .noData: "no-data"
    case .frozen: "frozen"
    case .implausible: "implausible"
    case .noContact: "no-contact"
    case .cabinAltitudeMedium: "cabin-altitude-medium"
    case .cabinAltitudeHigh: "cabin-altitude-high"
    case .adapterGone: "adapter-gone"
    case .sounderFailed: "sounder-failed"
    case .sensorBatteryLow: "sensor-battery-low"
    case .clockUnset: "clock-unset"
    case .diskFull: "disk-full"
    case .lampFailed: "lamp-failed"
    case .restarted: "restarted"
    case .alarmOff: "alarm-off"
    case .noPulse: "no-pulse"
    case .spo2Medium: "spo2-low-medium"
    case .spo2High: "spo2-low-high"
    case .notWatched: "not-watched"
    case .standby: "standby"
    case .buttonStuck: "button-stuck"
    case .linkGone: "link-gone"
    case .elsewhereHigh: "elsewhere-high"
    case .elsewhereMedium: "elsewhere-medium"
    case .elsewhereLow: "elsewhere-low"
    case .elsewhereBox: "elsewhere-box"
    case .settingsFault: "settings-fault"
    case .underVoltage: "under-voltage"
    case .tooHot: "too-hot"
    case .nobodyTold: "nobody-told"
    }
  }

  package init?(name: String) {
    guard let condition = Self.byName[name] else { return nil }
    self = condition
  }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// The index among all cases, from 0. An array index, because it is used for every value of every sensor.
  var place: Int { Int(rawValue) }

  /// Whether it is about the other box of a pair (docs/outside.md).
  package var isOfOtherBox: Bool {
    switch self {
    case .linkGone, .elsewhereHigh, .elsewhereMedium, .elsewhereLow, .elsewhereBox: true
    default: false
    }
  }

  /// How often an hourly condition sounds, and how long an acknowledgement of it lasts, as of `alarm-off`.
  package static let hour = Duration.seconds(3600)

  /// How often the low alarm of `nobody-told` sounds, and how long an acknowledgement of it lasts.
  package static let day = Duration.seconds(86_400)

  /// How long an acknowledgement of it lasts, whatever is configured; `nil` for as configured.
  var ownSnooze: Duration? { self == .nobodyTold ? Self.day : self == .alarmOff || isHourly ? Self.hour : nil }

  /// Whether it comes and goes within seconds, again and again, and is signalled once an hour: an alarm of it lasts whole hours.
  package var isHourly: Bool { self == .underVoltage || self == .tooHot }

  /// The condition at the other end of the same quantity: a pause of one never mutes the other.
  package var opposite: ConditionID? {
    switch self {
    case .heartRateLow: .heartRateHigh
    case .heartRateHigh: .heartRateLow
    default: nil
    }
  }

  var vital: VitalSigns {
    switch self {
    case .heartRateLow, .heartRateHigh, .noPulse: .heartRate
    case .spo2Medium, .spo2High: .oxygen
    default: []
    }
  }
}

/// Vital signs of a person that share an episode.
struct VitalSigns: OptionSet, Sendable {
  let rawValue: UInt8
  static let heartRate = VitalSigns(rawValue: 1)
  static let oxygen = VitalSigns(rawValue: 2)
}
