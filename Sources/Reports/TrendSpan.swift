import Documents
import System
import Words

/// The local days that a page of days shows: at most a year, from a first to a last one.
package struct TrendSpan: Sendable, Equatable {
  private let local: LocalDays

  package var first: UnixTime { local.first }
  /// How many days there are, 1 to ``most``.
  package var days: Int { local.count }

  /// The spans up to today that are one click away.
  package static let offered: [(days: Int, words: TrendsWords)] = [
    (1, .lastDay), (7, .lastWeek), (30, .lastMonth), (365, .lastYear),
  ]

  /// A leap year.
  package static let most = 366

  /// A part of a span, with a name such as 14:00, 2026-11-26 or 2026-11.
  package struct Part: Sendable, Equatable {
    package let name: String
    /// Milliseconds since 1970.
    package let start: Int64
    package let end: Int64
    /// Its own page; `nil` for an hour, which has none.
    package let zoom: TrendSpan?
  }

  /// How long the lines of the table are. The chart has finer parts.
  package enum Level: Sendable { case hours, days, months }

  package var level: Level { days == 1 ? .hours : days <= 62 ? .days : .months }

  package init(days: Int, upTo now: Int64) { local = LocalDays(count: min(max(days, 1), Self.most), upTo: now) }

  /// - Parameters:
  ///   - from: the first day, such as 2026-11-01.
  ///   - to: the last day.
  /// - Returns: `nil` for what is no such day, for the wrong order, and for more than ``most`` days.
  package init?(from: String, to: String) {
    guard let days = LocalDays(from: from, to: to), days.count <= Self.most else { return nil }
    local = days
  }

  private init(_ local: LocalDays) { self.local = local }

  package var end: UnixTime { local.end }
  package var from: String { first.dayText(in: .local) }
  package var to: String { local.day(days - 1).dayText(in: .local) }
  /// The fields of a link to it.
  package var query: String { "from=\(from)&to=\(to)" }

  private static func month(of day: UnixTime, later months: Int = 0) -> TrendSpan {
    let parts = day.parts(in: .local)
    func start(_ month: Int) -> UnixTime {
      ClockZone.local.time(TimeParts(year: parts.year, month: month, day: 1))
    }
    let first = start(parts.month + months)
    return TrendSpan(LocalDays(first, through: LocalDays.day(start(parts.month + months + 1), later: -1)))
  }

  /// As many days before or after these; of a calendar month the one before or after it.
  package func neighbour(_ way: Int) -> TrendSpan {
    self == Self.month(of: first)
      ? Self.month(of: first, later: way) : TrendSpan(LocalDays(local.day(way * days), count: days))
  }

  package var parts: [Part] {
    switch level {
    case .hours:
      let edges = LocalDays.divided([first.milliseconds, end.milliseconds], by: Self.hour)
      return zip(LocalDays.hourNames(edges.dropLast()), zip(edges, edges.dropFirst())).map { name, edge in
        Part(name: name, start: edge.0, end: edge.1, zoom: nil)
      }
    case .days:
      return (0..<days).map { number in
        let start = local.day(number)
        return Part(
          name: start.dayText(in: .local), start: start.milliseconds, end: local.day(number + 1).milliseconds,
          zoom: TrendSpan(LocalDays(start, count: 1)))
      }
    case .months:
      var found: [Part] = []
      var start = first
      while start < end {
        let month = Self.month(of: start), stop = min(month.end, end)
        guard start < stop else { break }
        found.append(
          Part(
            name: String(start.dayText(in: .local).prefix(7)), start: start.milliseconds, end: stop.milliseconds,
            zoom: month))
        start = stop
      }
      return found
    }
  }

  private static let hour: Int64 = 3_600_000

  /// The beginnings of the parts of the chart and the end of the last one: ten minutes of one or two days, hours of two
  /// weeks, else days. What is still to come is not missing.
  package func edges(upTo now: Int64) -> [Int64] {
    let edges = local.edges(upTo: now)
    return days > 14 ? edges : LocalDays.divided(edges, by: days <= 2 ? 600_000 : Self.hour)
  }
}
