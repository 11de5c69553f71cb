import Glibc

/// Conversion between pressure in hPa and pressure altitude in feet, in the standard atmosphere (ICAO Doc 7488: 1013.25
/// hPa at sea level).
package enum PressureAltitude {
  private static let seaLevelHectopascals = 1013.25
  /// The altitude in feet at which the formula's pressure is zero (288.15 K, falling by 6.5 K per kilometre).
  private static let scaleFeet = 288.15 / 0.0065 / 0.3048
  private static let exponent = 1 / 5.255_88

  /// What a sensor where people live can measure, hPa: 500 is 18,300 ft, where an unpressurised flight needs oxygen for
  /// everybody; 1100 is more than was ever measured at the sea (1084.8 hPa, WMO). All else is a fault of the sensor.
  package static let plausible: ClosedRange<Double> = 500...1_100

  /// - Returns: the altitude in feet; `nil` for 0 hPa or less.
  package static func feet(hectopascals: Double) -> Double? {
    guard hectopascals > 0 else { return nil }
    return scaleFeet * (1 - pow(hectopascals / seaLevelHectopascals, exponent))
  }

  package static func hectopascals(feet: Double) -> Double {
    seaLevelHectopascals * pow(max(0, 1 - feet / scaleFeet), 1 / exponent)
  }
}
