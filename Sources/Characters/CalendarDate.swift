/// Checks whether a text is a date or time of the Gregorian calendar.
package enum CalendarDate {
  /// Whether a text is a day such as `2026-11-22`.
  package static func isDay(_ text: String) -> Bool { text.utf8.count == 10 && isYearMonthOrDay(text) }

  package static func isYearMonthOrDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let year = number(parts[0], digits: 4) else { return false }
    guard parts.count > 1 else { return true }
    guard let month = number(parts[1], digits: 2), (1...12).contains(month) else { return false }
    guard parts.count > 2 else { return true }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    guard let day = number(parts[2], digits: 2) else { return false }
    return (1...days).contains(day)
  }

  package static func isMoment(_ text: String) -> Bool {
    guard text.last == "Z", let letter = text.firstIndex(of: "T"), isDay(String(text[..<letter])) else { return false }
    let clock = text[text.index(after: letter)...].dropLast()
    let fraction = clock.split(separator: ".", omittingEmptySubsequences: false)
    let parts = fraction.first?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    guard parts.count == 3, let hour = number(parts[0], digits: 2), let minute = number(parts[1], digits: 2),
      let second = number(parts[2], digits: 2), hour < 24, minute < 60, second < 60
    else { return false }
    guard fraction.count > 1 else { return true }
    return fraction.count == 2 && (1...9).contains(fraction[1].utf8.count) && fraction[1].utf8.allSatisfy(isDigit)
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy(isDigit) ? Int(text) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
