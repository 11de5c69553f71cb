/// The name of an alarm condition. The raw value is what stands in the log, in JSON and in the configuration.
package enum ConditionID: String, CaseIterable, Sendable {
  case co2Low = "co2-low"
  case co2Medium = "co2-medium"
  case co2High = "co2-high"
  case vocHigh = "voc-high"
  case pm25Low = "pm25-low"
  case pm25Medium = "pm25-medium"
  case pm25High = "pm25-high"
  case temperatureLow = "temperature-low"
  case temperatureHigh = "temperature-high"
  case humidityLow = "humidity-low"
  case humidityHigh = "humidity-high"
  case heartRateLow = "heart-rate-low"
  case heartRateHigh = "heart-rate-high"
  case noData = "no-data"
  case frozen
  case implausible
  case noContact = "no-contact"
  case cabinAltitudeMedium = "cabin-altitude-medium"
  case cabinAltitudeHigh = "cabin-altitude-high"
  case adapterGone = "adapter-gone"
  case sounderFailed = "sounder-failed"
  case sensorBatteryLow = "sensor-battery-low"
  case clockUnset = "clock-unset"
  case diskFull = "disk-full"
  case lampFailed = "lamp-failed"
  case restarted
  case alarmOff = "alarm-off"
  case noPulse = "no-pulse"
  case spo2Medium = "spo2-low-medium"
  case spo2High = "spo2-low-high"
  case notWatched = "not-watched"
  case standby
  case buttonStuck = "button-stuck"

  /// Its place among all cases: a case without a value of its own is stored as its number.
  var place: Int { withUnsafeBytes(of: self) { Int($0[0]) } }

  /// By place. Swift would compare the raw values, letter by letter.
  package static func == (left: ConditionID, right: ConditionID) -> Bool { left.place == right.place }

  package static func != (left: ConditionID, right: ConditionID) -> Bool { left.place != right.place }

  package func hash(into hasher: inout Hasher) { hasher.combine(place) }

  /// The condition on the other side of the same quantity: a pause of one never mutes the other.
  package var opposite: ConditionID? {
    switch self {
    case .heartRateLow: .heartRateHigh
    case .heartRateHigh: .heartRateLow
    default: nil
    }
  }
}
