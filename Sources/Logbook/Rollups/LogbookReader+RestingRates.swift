import Readings
import Sessions

extension LogbookReader {
  private static let halfHour: Int64 = 1_800_000
  /// How many days are read at once, so that a year needs no more memory than a month.
  private static let mostDays = 31

  /// The resting heart rate of each day by sensor: the lowest mean of any half hour with data for four fifths of it;
  /// `nil` for a day without one.
  /// - Parameter edges: the beginning of each day and the end of the last one, milliseconds since 1970.
  package func restingRates(edges: [Int64]) throws(LogbookError) -> [Trend.Sensor: [Double?]] {
    var rates: [Trend.Sensor: [Double?]] = [:]
    let days = max(0, edges.count - 1)
    for first in stride(from: 0, to: days, by: Self.mostDays) {
      let part = edges[first...min(first + Self.mostDays, days)]
      let starts = zip(part, part.dropFirst()).map { Array(stride(from: $0, to: $1, by: Int(Self.halfHour))) }
      let halves = starts.flatMap(\.self) + part.suffix(1)
      for trend in try trend(of: .heartRateBeatsPerMinute, edges: halves, limits: [:]) {
        var own = rates[trend.sensor] ?? Array(repeating: nil, count: days)
        var figures = trend.figures[...]
        for (day, halves) in starts.enumerated() {
          own[first + day] =
            figures.prefix(halves.count).filter { $0.covered * 5 >= Self.halfHour * 4 }.compactMap(\.mean).min()
          figures = figures.dropFirst(halves.count)
        }
        rates[trend.sensor] = own
      }
    }
    return rates
  }
}
