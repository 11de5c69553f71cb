import Glibc

/// The standard atmosphere (ICAO Doc 7488). It is written independently of the one that the alarms use, so that the two
/// check each other.
enum Atmosphere {
  /// The pressure in hPa at a pressure altitude in feet, up to 36,000 ft.
  static func hectopascals(feet: Double) -> Double {
    let metres = feet * 0.3048
    return 1013.25 * pow(1 - 0.0065 * metres / 288.15, 5.255_88)
  }

  /// The share of the true CO2 that an Aranet4 shows at a pressure in hPa, if it loses `percent` of it for each kilopascal
  /// (docs/alarms.md, "CO2 and air pressure"). Written independently of the correction that it puts to the test.
  static func shownShare(hectopascals: Double, percent: Double) -> Double {
    let missingKilopascals = 101.325 - hectopascals / 10
    return max(0, 1 - missingKilopascals * percent / 100)
  }

  /// The pressure altitude in feet for a pressure in hPa.
  static func feet(hectopascals: Double) -> Double {
    (1 - pow(hectopascals / 1013.25, 1 / 5.255_88)) * 288.15 / 0.0065 / 0.3048
  }
}
