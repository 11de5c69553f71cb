import Documents
import Logbook
import Readings
import Sessions
import System

/// Days and hours of the day of heart rates, for the report.
package struct HeartDays {
  package let trends: [DailyTrend]
  /// The hours of each local day, with their figures, by sensor and quantity.
  private let profiles: [PrintedSession.HoursOfDay]

  /// - Parameter edges: the beginning of each local day, and the end of the last one.
  package init(
    _ quantities: [Quantity], edges: [Int64], in reader: LogbookReader, limits: SensorLimits
  ) throws(LapwingError) {
    trends = try DailyTrend.read(quantities, edges: edges, in: reader, limits: limits)
    let hours = LocalDays.divided(edges, by: TrendDays.hour)
    var found: [PrintedSession.HoursOfDay] = []
    for quantity in quantities {
      let trends = try reader.explained { () throws(LogbookError) in
        try reader.trend(of: quantity, edges: hours, limits: limits)
      }
      found += trends.map {
        Self.profile(of: $0, quantity, edges: hours, limits[$0.address][quantity] ?? ValueLimits())
      }
    }
    profiles = found
  }

  private static func profile(
    of trend: Trend, _ quantity: Quantity, edges: [Int64], _ limits: ValueLimits
  ) -> PrintedSession.HoursOfDay {
    var hours = Array(repeating: HeldValues(), count: 24)
    for (start, figure) in zip(edges, trend.figures) {
      let hour = UnixTime(milliseconds: start).parts(in: .local).hour
      if hours.indices.contains(hour) { hours[hour].merge(figure) }
    }
    return PrintedSession.HoursOfDay(
      title: title(quantity, trend),
      hours: hours.map { figure in
        guard let mean = figure.mean, let low = figure.minimum, let high = figure.maximum else { return nil }
        return PrintedSession.HoursOfDay.Hour(minimum: low, mean: mean, maximum: high)
      },
      limits: [limits.low.map { TimeChart.Limit($0, "low") }, limits.high.map { TimeChart.Limit($0, "high") }]
        .compactMap { $0 })
  }

  private static func title(_ quantity: Quantity, _ trend: Trend) -> String {
    "\(quantity.label), \(quantity.unit), \(trend.model) \(trend.address)"
  }

  /// Adds days and hours to a document.
  package func add(to report: inout PrintedSession, alarms: [RecalledAlarm]) {
    report.hours = profiles
    report.days = trends.map { trend in
      PrintedSession.Days(
        title: Self.title(trend.quantity, trend.trend), days: days(trend, alarms: alarms),
        hasResting: trend.quantity == .heartRateBeatsPerMinute)
    }
  }

  private func days(_ trend: DailyTrend, alarms: [RecalledAlarm]) -> [PrintedSession.Day] {
    let address = "\(trend.trend.address)"
    return trend.trend.figures.enumerated().map { day, figure in
      let (start, end) = (trend.edges[day], trend.edges[day + 1])
      return PrintedSession.Day(
        name: String(DateText.local(start).prefix(10)), minimum: figure.minimum, mean: figure.mean,
        maximum: figure.maximum, resting: trend.resting[day],
        times: PrintedSession.Times(
          below: figure.below, within: figure.within, above: figure.above,
          noData: figure.missing(in: end - start)),
        alarms: alarms.count { $0.address == address && (start..<end).contains($0.beganAt) })
    }
  }
}
