import Readings

/// Year to second, on a clock without a time zone.
package struct TimeParts: Sendable, Equatable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour = 0
  package var minute = 0
  package var second = 0

  package init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// - Parameter seconds: since 1970, on a clock without a time zone. (Howard Hinnant's days_to_civil.)
  package init(secondsSince1970 seconds: Int64) {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let time = Int(seconds - day * 86_400)
    let shifted = Int(day) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
  }

  /// Seconds since 1970 on a clock without a time zone. A month beyond December belongs to a later year.
  package var secondsSince1970: Int64 {
    let months = year * 12 + month - 1
    let (wholeYear, wholeMonth) = (months >= 0 ? months / 12 : (months - 11) / 12, ((months % 12) + 12) % 12 + 1)
    let shifted = wholeMonth <= 2 ? wholeYear - 1 : wholeYear
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (wholeMonth + (wholeMonth > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  package func day(in year: Int) -> String { "\(year)-\(month.digits(2))-\(day.digits(2))" }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  package var monthName: String { Self.months.indices.contains(month - 1) ? Self.months[month - 1] : "" }
}
