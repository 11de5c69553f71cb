import ArgumentParser
import Glibc
import System

/// Dates of the logbook as people read and write them.
enum DateText {
  /// Local date and time, such as `2026-11-26 22:14`.
  static func local(_ milliseconds: Int64) -> String { text(milliseconds, "%Y-%m-%d %H:%M") }

  /// Local time of day, such as `22:14`.
  static func timeOfDay(_ milliseconds: Int64) -> String { text(milliseconds, "%H:%M") }

  private static func text(_ milliseconds: Int64, _ format: String) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "\(milliseconds)" }
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, format, &parts)
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Date and time in UTC with milliseconds and offset, such as `2026-11-26T21:14:05.250+00:00`.
  static func utc(_ milliseconds: Int64) -> String {
    let whole = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    let rest = String(milliseconds - whole * 1000)
    return UTCTime.text(unixSeconds: whole).dropLast() + "." + String(repeating: "0", count: 3 - rest.count) + rest
      + "+00:00"
  }

  /// The beginning of a local day that a person has written as `2026-11-26`, milliseconds since 1970.
  static func day(_ text: String, addingDays days: Int32 = 0) throws -> Int64 {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int32($0) }
    guard text.utf8.count == 10, !text.contains("+"), parts.count == 3, let year = parts[0], let month = parts[1],
      let day = parts[2], (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { throw ValidationError("\(text) is not a date; write it as 2026-11-26") }
    func midnight(addingDays days: Int32) -> Int64 {
      var time = tm()
      time.tm_year = year - 1900
      time.tm_mon = month - 1
      time.tm_mday = day + days
      time.tm_isdst = -1
      return Int64(mktime(&time)) * 1000
    }
    // The 31st of February would be a day of March.
    guard local(midnight(addingDays: 0)).hasPrefix(text) else {
      throw ValidationError("\(text) is a day that does not exist; write it as 2026-11-26")
    }
    return midnight(addingDays: days)
  }
}
