import Logbook
import Readings
import Sessions
import System

/// One quantity of one sensor over a ``TrendSpan``, read from what the logbook keeps of each hour.
///
/// It is read here and not by a command: a year is some hundred small rows, and a process would take longer to start.
package struct TrendFigures: Sendable {
  package let span: TrendSpan
  package let trend: Trend
  /// The beginning of each figure of the trend, and the end of the last one.
  package let edges: [Int64]
  /// For the lines of the table; `nil` if there is none.
  package let resting: [Double?]

  /// - Parameter now: milliseconds since 1970.
  package static func read(
    _ quantity: Quantity, _ span: TrendSpan, in reader: LogbookReader, limits: SensorLimits, at now: Int64
  ) throws -> [TrendFigures] {
    let edges = span.edges(upTo: now)
    // In a zone of half hours a stored hour belongs to two days, and must be divided.
    let isWhole = edges.dropLast().allSatisfy { $0.isMultiple(of: 3_600_000) }
    let trends = try reader.trend(of: quantity, edges: edges, limits: limits, isChart: isWhole)
    // It is read from the minutes of each day, which would take too long for a year.
    let days = span.parts.map(\.start) + [span.end.milliseconds]
    let resting =
      quantity == .heartRateBeatsPerMinute && span.level == .days && !trends.isEmpty
      ? try reader.restingRates(edges: days) : [:]
    return trends.map { TrendFigures(span: span, trend: $0, edges: edges, resting: resting[$0.sensor] ?? []) }
  }

  /// The parts of the chart that have values: beginning and end, milliseconds since 1970.
  package var parts: [(start: Int64, end: Int64, figure: HeldValues)] {
    zip(zip(edges, edges.dropFirst()), trend.figures).filter { $1.mean != nil }.map { ($0.0, $0.1, $1) }
  }

  /// The lines of the table, from the first to the last one with data. A day without data has a line, since a person
  /// may have thought that it was watched; a month without data has no line.
  package var lines: [(part: TrendSpan.Part, figure: HeldValues, missing: Int64, resting: Double?)] {
    let parts = span.parts
    var figures = Array(repeating: HeldValues(), count: parts.count)
    var place = 0
    for (start, figure) in zip(edges, trend.figures) {
      while place + 1 < parts.count, parts[place].end <= start { place += 1 }
      if figures.indices.contains(place) { figures[place].merge(figure) }
    }
    let last = edges.last ?? 0
    guard let from = figures.firstIndex(where: { !$0.isEmpty }), let to = figures.lastIndex(where: { !$0.isEmpty })
    else { return [] }
    // The first line counts as a whole, as `lapwing air trends` counts a day; of a month only the days from the first one on.
    let began =
      span.level == .months
      ? zip(edges, trend.figures).first { !$1.isEmpty }?.0 ?? 0 : parts.dropFirst(from).first?.start ?? 0
    return zip(parts, figures).enumerated().filter { number, line in
      (from...to).contains(number) && (span.level != .months || !line.1.isEmpty)
    }.map { number, line in
      let (part, figure) = line
      // Before its first value nothing was there that could be missing.
      let missing = figure.missing(in: min(part.end, last) - max(part.start, began))
      return (part, figure, missing, resting.indices.contains(number) ? resting[number] : nil)
    }
  }

  /// All of it in one.
  package var whole: HeldValues {
    trend.figures.reduce(into: HeldValues()) { $0.merge($1) }
  }
}
