import Glibc

/// The date and time of the system clock in UTC, as data files write them.
package enum UTCTime {
  /// The time, such as `2026-11-22T10:00:00Z`.
  package static var now: String { text(unixSeconds: Int64(time(nil))) }

  /// The day, such as `2026-11-22`.
  package static var today: String { String(now.prefix(10)) }

  /// A time as a text.
  package static func text(unixSeconds: Int64) -> String {
    var seconds = time_t(unixSeconds)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil, (0...8099).contains(parts.tm_year) else { return "1970-01-01T00:00:00Z" }
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
    return "\(day)T\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))Z"
  }
}
