import Glibc

/// Means that stand for a day before the day is over. Values are hourly, the newest first; a missing one is nil or not finite.
package enum HourlyMeans {
  /// EPA's NowCast of the last twelve hours, cut to tenths.
  package static func nowCast(_ hours: [Double?]) -> Double? {
    let hours = last12(hours)
    guard hours.prefix(3).count(where: { $0 != nil }) >= 2 else { return nil }
    let values = hours.compactMap(\.self)
    guard let lowest = values.min(), let highest = values.max() else { return nil }
    let weight = highest == 0 ? 1 : max(0.5, lowest / highest)
    var (sum, weights, power) = (0.0, 0.0, 1.0)
    for value in hours {
      if let value {
        sum += power * value
        weights += power
      }
      power *= weight
    }
    return AirIndex.onGrid(sum / weights, .tenthsCut)
  }

  /// AirKorea's C24E of the last twelve hours: a short peak counts for three quarters.
  package static func c24E(_ hours: [Double?]) -> Double? {
    let hours = last12(hours)
    let values = hours.compactMap(\.self)
    let newest = hours.prefix(4).compactMap(\.self)
    guard values.count >= 9, newest.count >= 3 else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    let damped = newest.map { value in
      value >= 30 && value >= 0.9 * mean && value <= 1.7 * mean ? 0.75 * value : value
    }
    return (12 * mean + 12 * damped.reduce(0, +) / Double(damped.count)) / 24
  }

  private static func last12(_ hours: [Double?]) -> [Double?] {
    hours.prefix(12).map { $0.flatMap { $0.isFinite ? max($0, 0) : nil } }
  }
}
