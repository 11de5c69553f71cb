/// Hours of a day by local time, from a minute up to another one; over midnight if the second is earlier.
package struct CircleHours: Codable, Sendable, Equatable {
  /// Minutes after midnight, 0 to 1439.
  package let from: Int
  package let to: Int

  package init(from: Int, to: Int) {
    self.from = from
    self.to = to
  }

  /// Seconds until the hours end; `nil` outside of them.
  /// - Parameter local: seconds since 1970 by local time.
  func remaining(at local: Int64) -> Int64? {
    let second = CircleWeek.remainder(local, CircleWeek.day)
    let begin = Int64(from) * 60, end = Int64(to) * 60
    let length = CircleWeek.remainder(end - begin, CircleWeek.day),
      passed = CircleWeek.remainder(second - begin, 86_400)
    return passed < length ? length - passed : nil
  }
}

/// The weekday and local time at which the weekly summary is due.
package struct CircleWeek: Codable, Sendable, Equatable {
  /// 0 is Sunday, 6 is Saturday.
  package let weekday: Int
  /// Minutes after midnight, 0 to 1439.
  package let minute: Int

  package static let day: Int64 = 86_400
  package static let length = 7 * day

  package init(weekday: Int, minute: Int) {
    self.weekday = weekday
    self.minute = minute
  }

  /// 1 January 1970 was a Thursday.
  private var anchor: Int64 { Int64((weekday + 3) % 7) * Self.day + Int64(minute) * 60 }

  /// The number of the week that began at the latest such weekday and time.
  func number(at local: Int64) -> Int64 { (local - anchor - Self.remainder(local - anchor, Self.length)) / Self.length }

  /// Seconds since 1970 by local time at which a week begins.
  func begin(of number: Int64) -> Int64 { number * Self.length + anchor }

  static func remainder(_ value: Int64, _ divisor: Int64) -> Int64 {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
