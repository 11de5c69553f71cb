import System

/// Days of this machine's time zone that follow each other. Times are milliseconds since 1970.
package struct LocalDays: Sendable, Equatable {
  package let first: UnixTime
  /// How many days there are, at least 1.
  package let count: Int

  package init(_ first: UnixTime, count: Int) { (self.first, self.count) = (first, max(1, count)) }

  package init(count: Int, upTo now: Int64) {
    self.init(Self.day(UnixTime(milliseconds: now), later: 1 - max(1, count)), count: count)
  }

  /// From the first to the last day, such as 2026-11-01, both of them included.
  /// - Returns: `nil` for what is no such day, and for the wrong order.
  package init?(from: String, to: String) {
    guard let from = Self.named(from), let to = Self.named(to), from <= to else { return nil }
    self.init(from, through: to)
  }

  package init(_ first: UnixTime, through last: UnixTime) {
    func number(_ day: UnixTime) -> Int64 {
      let parts = day.parts(in: .local)
      return TimeParts(year: parts.year, month: parts.month, day: parts.day).secondsSince1970 / 86_400
    }
    self.init(first, count: Int(number(last) - number(first)) + 1)
  }

  /// The beginning of a day such as 2026-11-01; `nil` for what is no such day.
  package static func named(_ day: String) -> UnixTime? {
    guard let time = UnixTime(iso: "\(day)T00:00:00Z") else { return nil }
    return ClockZone.local.time(time.parts(in: .utc))
  }

  package static func day(_ time: UnixTime, later days: Int) -> UnixTime {
    let parts = time.parts(in: .local)
    return ClockZone.local.time(TimeParts(year: parts.year, month: parts.month, day: parts.day + days))
  }

  /// The beginning of the day with this number, from 0.
  package func day(_ number: Int) -> UnixTime { Self.day(first, later: number) }

  package var end: UnixTime { day(count) }

  /// The beginning of each day and the end of the last one. What is still to come is left out, since it is not missing.
  package func edges(upTo now: Int64) -> [Int64] {
    (0..<count).map { day($0).milliseconds }.filter { $0 < now } + [min(end.milliseconds, now)]
  }

  /// Divides days into parts of one length. A day with a change of the clock has more or fewer of them.
  /// - Parameter edges: the beginning of each day, and the end of the last one.
  package static func divided(_ edges: [Int64], by length: Int64) -> [Int64] {
    zip(edges, edges.dropFirst()).flatMap { stride(from: $0, to: $1, by: Int(max(1, length))) } + edges.suffix(1)
  }

  /// The names of the hours that begin at these times, such as 14:00. An hour that the clock shows twice has its distance from UTC
  /// with it.
  /// - Parameter offset: how far the clock is ahead of UTC, s.
  package static func hourNames(
    _ starts: [Int64], offset: (UnixTime) -> Int = ClockZone.local.offset(at:)
  ) -> [String] {
    let hours = starts.map { start in
      let time = UnixTime(milliseconds: start), ahead = offset(time)
      return (name: String(time.clockText(in: .fixed(ahead)).prefix(5)), zone: ClockZone.name(ahead))
    }
    return hours.map { hour in
      hours.count { $0.name == hour.name } > 1 ? "\(hour.name) (\(hour.zone))" : hour.name
    }
  }
}
