import Glibc

/// The altitude of the standard atmosphere (ICAO Doc 7488) that belongs to a pressure. The sources of this room give
/// altitudes of cabins in feet and their rates in feet per minute, so the room computes in feet.
package enum PressureAltitude {
  /// What a sensor in a cabin can measure, hPa: 500 is 18,300 ft, where an unpressurised flight needs oxygen for everybody;
  /// 1100 is more than was ever measured at the sea (1084.8 hPa, WMO). All else is a fault of the sensor.
  package static let plausible = 500.0...1100.0

  /// - Parameter hectopascals: the pressure.
  /// - Returns: feet; `nil` if the pressure is not plausible.
  package static func feet(hectopascals: Double) -> Double? {
    guard plausible.contains(hectopascals) else { return nil }
    return 145_442.2 * (1 - pow(hectopascals / 1013.25, 0.190_263))
  }
}
