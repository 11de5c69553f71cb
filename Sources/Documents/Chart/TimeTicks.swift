import Readings
import System

/// The marks of a time axis: round times of the clock and the calendar.
package struct TimeTicks: Equatable {
  package struct Tick: Equatable {
    package let at: UnixTime
    package let text: String
    /// What the text is part of, where it is the first of it: the day of a time, the year of a day or month.
    package let context: String?
  }

  private enum Step {
    case seconds(Int)
    case days(Int)
    case months(Int)
  }

  /// Seconds, minutes, hours; days, weeks; months, years.
  private static let steps: [Step] =
    [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200].map(Step.seconds)
    + [1, 2, 7, 14].map(Step.days) + [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200].map(Step.months)

  package let ticks: [Tick]

  /// - Parameters:
  ///   - most: how many marks have room.
  ///   - isNumeric: whether days and months are written in digits, which are the same in each language.
  package init(from: UnixTime, to: UnixTime, zone: ClockZone, atMost most: Int, isNumeric: Bool = false) {
    let span = Double(to.milliseconds - from.milliseconds) / 1000
    let step = Self.steps.first { span / Self.length($0) <= Double(max(most, 1)) } ?? .months(2400)
    var ticks: [Tick] = []
    var context: String?
    for (at, parts) in Self.times(step, from, to, zone) {
      let (text, whole) = isNumeric ? Self.digits(step, parts) : Self.words(step, parts)
      ticks.append(Tick(at: at, text: text, context: whole == context ? nil : whole))
      context = whole
    }
    self.ticks = ticks
  }

  private static func length(_ step: Step) -> Double {
    switch step {
    case .seconds(let count): Double(count)
    case .days(let count): Double(count) * 86_400
    case .months(let count): Double(count) * 30.4 * 86_400
    }
  }

  private static func words(_ step: Step, _ parts: TimeParts) -> (text: String, context: String) {
    switch step {
    case .seconds(let count):
      let time = "\(parts.hour.digits(2)):\(parts.minute.digits(2))"
      return (
        count < 60 ? "\(time):\(parts.second.digits(2))" : time, "\(parts.day) \(parts.monthName) \(parts.year)"
      )
    case .days: return ("\(parts.day) \(parts.monthName)", "\(parts.year)")
    case .months(let count): return count >= 12 ? ("\(parts.year)", "") : (parts.monthName, "\(parts.year)")
    }
  }

  private static func digits(_ step: Step, _ parts: TimeParts) -> (text: String, context: String) {
    let month = "\(parts.year)-\(parts.month.digits(2))", day = "\(parts.month.digits(2))-\(parts.day.digits(2))"
    switch step {
    case .seconds: return (words(step, parts).text, "\(parts.year)-\(day)")
    case .days: return (day, "\(parts.year)")
    case .months(let count): return (count >= 12 ? "\(parts.year)" : month, "")
    }
  }

  private static func times(
    _ step: Step, _ from: UnixTime, _ to: UnixTime, _ zone: ClockZone
  ) -> [(UnixTime, TimeParts)] {
    var times: [(UnixTime, TimeParts)] = []
    var next = first(step, before: from, zone)
    // There are a few dozen at most; the bound is for a period that was turned round.
    for _ in 0..<1000 {
      // Through the zone and back, so that a day of 23 or 25 hours has its marks at whole hours of its clock.
      let at = zone.time(next)
      if at > to { break }
      if at >= from, times.last.map({ $0.0 < at }) ?? true { times.append((at, at.parts(in: zone))) }
      next = later(next, step)
    }
    return times
  }

  /// The last round time at or before the beginning.
  private static func first(_ step: Step, before from: UnixTime, _ zone: ClockZone) -> TimeParts {
    let parts = from.parts(in: zone)
    var round = TimeParts(year: parts.year, month: parts.month, day: parts.day)
    switch step {
    case .seconds(let count):
      let ofDay = parts.hour * 3600 + parts.minute * 60 + parts.second
      return TimeParts(secondsSince1970: round.secondsSince1970 + Int64(ofDay - ofDay % count))
    case .days(let count):
      guard count.isMultiple(of: 7) else {
        round.day = parts.day - (parts.day - 1) % count
        return round
      }
      // 5 January 1970 was a Monday.
      let days = round.secondsSince1970 / 86_400 - 4
      let weeks = days >= 0 ? days / Int64(count) : (days - Int64(count) + 1) / Int64(count)
      return TimeParts(secondsSince1970: (weeks * Int64(count) + 4) * 86_400)
    case .months(let count):
      round.day = 1
      if count >= 12 {
        round.month = 1
        round.year = parts.year - parts.year % (count / 12)
      } else {
        round.month = parts.month - (parts.month - 1) % count
      }
      return round
    }
  }

  private static func later(_ parts: TimeParts, _ step: Step) -> TimeParts {
    switch step {
    case .seconds(let count): return TimeParts(secondsSince1970: parts.secondsSince1970 + Int64(count))
    case .days(let count):
      let next = TimeParts(secondsSince1970: parts.secondsSince1970 + Int64(count) * 86_400)
      // Every second day begins again with each month.
      return count == 2 && next.month != parts.month ? TimeParts(year: next.year, month: next.month, day: 1) : next
    case .months(let count):
      let months = parts.year * 12 + parts.month - 1 + count
      return TimeParts(year: months / 12, month: months % 12 + 1, day: 1)
    }
  }
}
