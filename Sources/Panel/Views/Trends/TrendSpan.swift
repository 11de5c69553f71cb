import Documents
import Readings

/// The local days that a page of days shows: at most a year, from a first to a last one.
struct TrendSpan: Sendable, Equatable {
  /// The beginning of the first day.
  let first: DocumentTime
  /// How many days there are, 1 to ``most``.
  let days: Int

  /// The spans up to today that are one click away.
  static let offered: [(days: Int, words: TrendsWords)] = [
    (1, .lastDay), (7, .lastWeek), (30, .lastMonth), (365, .lastYear),
  ]

  /// A leap year.
  static let most = 366

  /// A part of a span, with a name such as 14:00, 2026-11-26 or 2026-11.
  struct Part: Sendable, Equatable {
    let name: String
    /// Milliseconds since 1970.
    let start: Int64
    let end: Int64
    /// Its own page; `nil` for an hour, which has none.
    let zoom: TrendSpan?
  }

  /// How long the lines of the table are. The chart has finer parts.
  enum Level: Sendable { case hours, days, months }

  var level: Level { days == 1 ? .hours : days <= 62 ? .days : .months }

  /// The days up to today.
  init(days: Int, upTo now: Int64) {
    self.days = min(max(days, 1), Self.most)
    first = Self.day(DocumentTime(milliseconds: now), later: 1 - self.days)
  }

  /// - Parameters:
  ///   - from: the first day, such as 2026-11-01.
  ///   - to: the last day.
  /// - Returns: `nil` for what is no such day, for the wrong order, and for more than ``most`` days.
  init?(from: String, to: String) {
    guard let from = Self.named(from), let to = Self.named(to), from <= to else { return nil }
    let days = Self.count(from, to)
    guard days <= Self.most else { return nil }
    (first, self.days) = (from, days)
  }

  private init(_ first: DocumentTime, _ days: Int) { (self.first, self.days) = (first, days) }

  private static func named(_ day: String) -> DocumentTime? {
    guard let time = DocumentTime(iso: "\(day)T00:00:00Z") else { return nil }
    return DocumentZone.local.time(time.parts(in: .utc))
  }

  /// The beginning of a day that is some days later.
  private static func day(_ time: DocumentTime, later days: Int) -> DocumentTime {
    let parts = time.parts(in: .local)
    return DocumentZone.local.time(TimeParts(year: parts.year, month: parts.month, day: parts.day + days))
  }

  /// From the first to the last day, both of them included.
  private static func count(_ first: DocumentTime, _ last: DocumentTime) -> Int {
    func number(_ day: DocumentTime) -> Int64 {
      let parts = day.parts(in: .local)
      return TimeParts(year: parts.year, month: parts.month, day: parts.day).secondsSince1970 / 86_400
    }
    return Int(number(last) - number(first)) + 1
  }

  private func day(_ number: Int) -> DocumentTime { Self.day(first, later: number) }
  var end: DocumentTime { day(days) }
  var from: String { first.dayText(in: .local) }
  var to: String { day(days - 1).dayText(in: .local) }
  /// The fields of a link to it.
  var query: String { "from=\(from)&to=\(to)" }

  /// The calendar month of a day.
  private static func month(of day: DocumentTime, later months: Int = 0) -> TrendSpan {
    let parts = day.parts(in: .local)
    func start(_ month: Int) -> DocumentTime {
      DocumentZone.local.time(TimeParts(year: parts.year, month: month, day: 1))
    }
    let first = start(parts.month + months)
    return TrendSpan(first, count(first, Self.day(start(parts.month + months + 1), later: -1)))
  }

  /// As many days before or after these; of a calendar month the one before or after it.
  func neighbour(_ way: Int) -> TrendSpan {
    self == Self.month(of: first) ? Self.month(of: first, later: way) : TrendSpan(day(way * days), days)
  }

  /// The lines of the table.
  var parts: [Part] {
    switch level {
    case .hours:
      return stride(from: first.milliseconds, to: end.milliseconds, by: Int(Self.hour)).map { start in
        let name = String(DocumentTime(milliseconds: start).clockText(in: .local).prefix(5))
        return Part(name: name, start: start, end: min(start + Self.hour, end.milliseconds), zoom: nil)
      }
    case .days:
      return (0..<days).map { number in
        let start = day(number)
        return Part(
          name: start.dayText(in: .local), start: start.milliseconds, end: day(number + 1).milliseconds,
          zoom: TrendSpan(start, 1))
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

  /// The beginnings of the parts of the chart and the end of the last one: ten minutes of a day, hours of two weeks,
  /// else days. What is still to come is not missing.
  func edges(upTo now: Int64) -> [Int64] {
    let step = days == 1 ? 600_000 : Self.hour
    var edges: [Int64] = []
    for number in 0..<days {
      let start = day(number).milliseconds
      let times = days > 14 ? [start] : Array(stride(from: start, to: day(number + 1).milliseconds, by: Int(step)))
      edges += times
    }
    edges.removeAll { $0 >= now }
    return edges + [min(end.milliseconds, now)]
  }
}
