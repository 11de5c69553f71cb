/// EPA's correction of a low-cost optical particle sensor for humidity (Barkjohn, Gantt, Clements 2021, AMT 14:4617): PM2.5 =
/// 0.524·PA − 0.0862·RH + 5.75. It was fitted to the Plantower sensors of PurpleAir in the United States, over 24 hours.
package enum HumidityCorrection {
  /// The raw values and the humidities of the fit; smoke above 343 needs another formula.
  package static let raw = 0.0...343.0
  package static let humidity = 0.0...100.0
  /// In z: of a corrected value, and of one that could not be corrected.
  package static let error = 0.2, errorWithout = 0.5

  /// - Returns: the value, and its own error in z. Outside of the domain the value stays as it is, with more doubt.
  package static func corrected(_ pm25: Double, humidity percent: Double?) -> (pm25: Double, error: Double) {
    guard let percent, humidity.contains(percent), raw.contains(pm25) else { return (pm25, errorWithout) }
    return (max(0, 0.524 * pm25 - 0.0862 * percent + 5.75), error)
  }
}
