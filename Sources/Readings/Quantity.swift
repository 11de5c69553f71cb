/// What a sensor can measure. The unit is part of the name, of the wire key and of nothing else.
public enum Quantity: UInt8, CaseIterable, Sendable {
  /// Carbon dioxide in air, parts per million.
  case co2PartsPerMillion
  /// Air temperature, degrees Celsius.
  case temperatureCelsius
  /// Relative humidity, percent.
  case relativeHumidityPercent
  /// Air pressure at the sensor, hectopascals.
  case pressureHectopascals
  /// Charge of the sensor's own battery, percent.
  case batteryPercent
  /// Heart rate, beats per minute.
  case heartRateBeatsPerMinute
  /// Energy expended since the strap's last reset, kilojoules.
  case energyKilojoules

  /// The key in JSON, in the logbook and in `../shared`-style test vectors.
  public var key: String {
    switch self {
    case .co2PartsPerMillion: "co2_ppm"
    case .temperatureCelsius: "temperature_c"
    case .relativeHumidityPercent: "humidity_pct"
    case .pressureHectopascals: "pressure_hpa"
    case .batteryPercent: "battery_pct"
    case .heartRateBeatsPerMinute: "heart_rate_bpm"
    case .energyKilojoules: "energy_kj"
    }
  }

  /// A short name for a person.
  public var label: String {
    switch self {
    case .co2PartsPerMillion: "CO2"
    case .temperatureCelsius: "temperature"
    case .relativeHumidityPercent: "humidity"
    case .pressureHectopascals: "pressure"
    case .batteryPercent: "battery"
    case .heartRateBeatsPerMinute: "heart rate"
    case .energyKilojoules: "energy"
    }
  }

  /// The unit as a person writes it.
  public var unit: String {
    switch self {
    case .co2PartsPerMillion: "ppm"
    case .temperatureCelsius: "°C"
    case .relativeHumidityPercent, .batteryPercent: "%"
    case .pressureHectopascals: "hPa"
    case .heartRateBeatsPerMinute: "bpm"
    case .energyKilojoules: "kJ"
    }
  }
}
