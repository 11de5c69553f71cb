import Readings
import Sessions

extension LogbookReader {
  private static let halfHour: Int64 = 1_800_000

  /// The resting heart rate of each day by sensor: the lowest mean of any half hour with data for four fifths of it;
  /// `nil` for a day without one. Day by day, so that a year needs no more memory than a day.
  /// - Parameter edges: the beginning of each day and the end of the last one, milliseconds since 1970.
  package func restingRates(
    edges: [Int64], limits: ValueLimits
  ) throws(LogbookError) -> [Trend.Sensor: [Double?]] {
    var rates: [Trend.Sensor: [Double?]] = [:]
    for (day, (start, end)) in zip(edges, edges.dropFirst()).enumerated() {
      let halves = Array(stride(from: start, to: end, by: Int(Self.halfHour))) + [end]
      for trend in try trend(of: .heartRateBeatsPerMinute, edges: halves, limits: limits) {
        let lowest = trend.figures.filter { $0.covered * 5 >= Self.halfHour * 4 }.compactMap(\.mean).min()
        rates[trend.sensor, default: Array(repeating: nil, count: edges.count - 1)][day] = lowest
      }
    }
    return rates
  }
}
