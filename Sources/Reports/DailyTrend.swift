import Documents
import Logbook
import Readings
import Sessions
import Status
import System

/// One quantity of one sensor by days.
package struct DailyTrend {
  package let quantity: Quantity
  package let trend: Trend
  package let edges: [Int64]
  /// The lowest mean of any half hour with data for four fifths of it; only for a heart rate.
  package let resting: [Double?]

  package static func read(
    _ quantities: [Quantity], edges: [Int64], in reader: LogbookReader, limits: SensorLimits
  ) throws(LapwingError) -> [DailyTrend] {
    var found: [DailyTrend] = []
    for quantity in quantities {
      let trends = try reader.explained { () throws(LogbookError) in
        try reader.trend(of: quantity, edges: edges, limits: limits)
      }
      let resting =
        quantity == .heartRateBeatsPerMinute
        ? try reader.explained { () throws(LogbookError) in try reader.restingRates(edges: edges) } : [:]
      for trend in trends {
        found.append(
          DailyTrend(
            quantity: quantity, trend: trend, edges: edges,
            resting: resting[trend.sensor] ?? Array(repeating: nil, count: edges.count - 1)))
      }
    }
    return found
  }

  /// What people call the sensor comes first; without it the model and the address are all there is.
  private func sensor(_ name: String?) -> String {
    [name, "\(trend.model) \(trend.address)"].compactMap(\.self).joined(separator: ", ")
  }

  /// The days with data, as a table.
  /// - Parameter name: of the sensor, if people call it something.
  package func text(of name: String?, hasLimits: Bool) -> [String] {
    let isHeart = quantity == .heartRateBeatsPerMinute
    var lines = [
      "\(quantity.label) (\(quantity.unit)), \(sensor(name))",
      Self.row(
        "day",
        ["min", "mean", "max"] + (hasLimits ? ["below", "within", "above"] : [])
          + ["no data"] + (isHeart ? ["resting"] : [])),
    ]
    for (day, figure) in trend.figures.enumerated() where !figure.isEmpty {
      func number(_ value: Double?) -> String { value.map(EventText.number) ?? "-" }
      let length = edges[day + 1] - edges[day]
      let times =
        hasLimits ? [figure.below, figure.within, figure.above].map { DurationText.text(milliseconds: $0) } : []
      lines.append(
        Self.row(
          String(DateText.local(edges[day]).prefix(10)),
          [number(figure.minimum), number(figure.mean), number(figure.maximum)] + times
            + [DurationText.text(milliseconds: figure.missing(in: length))]
            + (isHeart ? [number(resting[day])] : [])))
    }
    return lines
  }

  private static func row(_ first: String, _ fields: [String]) -> String {
    first.padded(to: 10, atStart: false) + fields.map { "  " + $0.padded(to: 8, atStart: true) }.joined()
  }

  /// The days with data, one object each.
  package var json: [JSONObject] {
    trend.figures.enumerated().filter { !$0.element.isEmpty }.map { day, figure in
      [
        "day": String(DateText.local(edges[day]).prefix(10)), "address": trend.address.description,
        "model": trend.model, "quantity": quantity.key, "count": figure.count, "min": figure.minimum,
        "mean": JSONText.rounded(ifGiven: figure.mean), "max": figure.maximum,
        "below_s": JSONText.seconds(figure.below),
        "within_s": JSONText.seconds(figure.within), "above_s": JSONText.seconds(figure.above),
        "no_data_s": JSONText.seconds(figure.missing(in: edges[day + 1] - edges[day])),
        "resting_bpm": JSONText.rounded(ifGiven: resting[day]),
      ]
    }
  }

  /// The columns of ``rows``.
  package static let table = CSVWriter([
    CSVWriter.Column("day"), CSVWriter.Column("address"), CSVWriter.Column("model"), CSVWriter.Column("quantity"),
    CSVWriter.Column("unit"), CSVWriter.Column("minimum"), CSVWriter.Column("mean"), CSVWriter.Column("maximum"),
    CSVWriter.Column("below", unit: "s"), CSVWriter.Column("within", unit: "s"), CSVWriter.Column("above", unit: "s"),
    CSVWriter.Column("no data", unit: "s"), CSVWriter.Column("resting", unit: "bpm"),
  ])

  /// The days with data, as fields.
  package var rows: [[String?]] {
    trend.figures.enumerated().filter { !$0.element.isEmpty }.map { day, figure in
      func seconds(_ milliseconds: Int64) -> String { "\(JSONText.seconds(milliseconds))" }
      func number(_ value: Double?) -> String? { value.map { "\(JSONText.rounded($0))" } }
      return [
        String(DateText.local(edges[day]).prefix(10)), "\(trend.address)", trend.model, quantity.label, quantity.unit,
        number(figure.minimum), number(figure.mean), number(figure.maximum), seconds(figure.below),
        seconds(figure.within), seconds(figure.above),
        seconds(figure.missing(in: edges[day + 1] - edges[day])), number(resting[day]),
      ]
    }
  }

  /// Whether the parts of the time are hours, as in the chart of a single day.
  private var isByHour: Bool { edges.count > 1 && edges[1] - edges[0] <= TrendDays.hour }

  package func chart(of name: String?, _ limits: ValueLimits?, in units: ShownUnits) -> TimeChart {
    func value(_ value: Double) -> Double { units.shown(value, in: quantity.unit).value }
    let samples = trend.figures.enumerated().compactMap { day, figure -> TimeSeries.Sample? in
      guard let mean = figure.mean else { return nil }
      return TimeSeries.Sample(
        at: UnixTime(milliseconds: (edges[day] + edges[day + 1]) / 2), minimum: value(figure.minimum ?? mean),
        mean: value(mean), maximum: value(figure.maximum ?? mean), count: max(1, Int(clamping: figure.count)))
    }
    return TimeChart(
      title: "\(quantity.label) by \(isByHour ? "hour" : "day"), \(sensor(name))",
      unit: units.unit(quantity.unit), from: UnixTime(milliseconds: edges.first ?? 0),
      to: UnixTime(milliseconds: edges.last ?? 0), zone: .local,
      series: TimeSeries(samples, gap: (isByHour ? 3 : 72) * TrendDays.hour / 2),
      limits: [
        limits?.low.map { TimeChart.Limit(value($0), "low") }, limits?.high.map { TimeChart.Limit(value($0), "high") },
      ]
      .compactMap { $0 })
  }
}

extension String {
  fileprivate func padded(to width: Int, atStart: Bool) -> String {
    let space = String(repeating: " ", count: max(0, width - count))
    return atStart ? space + self : self + space
  }
}
