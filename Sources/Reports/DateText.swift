import Documents
import System

/// Dates of the logbook, in milliseconds since 1970, as people read and write them.
package enum DateText {
  /// Local date and time, such as `2026-11-26 22:14`.
  package static func local(_ milliseconds: Int64) -> String {
    UnixTime(milliseconds: milliseconds).minuteText(in: .local)
  }

  /// Local time of day, such as `22:14`.
  package static func timeOfDay(_ milliseconds: Int64) -> String { String(local(milliseconds).suffix(5)) }

  /// Date and time in UTC with milliseconds and offset, such as `2026-11-26T21:14:05.250+00:00`.
  package static func utc(_ milliseconds: Int64) -> String {
    UnixTime(milliseconds: milliseconds).isoText(in: .fixed(0))
  }

  /// The beginning of a local day that a person has written as `2026-11-26`.
  package static func day(_ text: String, addingDays days: Int = 0) throws(DayFault) -> Int64 {
    guard let midnight = LocalDays.named(text) else {
      throw DayFault(message: "\(text) is not a date; write it as 2026-11-26")
    }
    return LocalDays.day(midnight, later: days).milliseconds
  }

  /// The same, of a day that may be missing.
  package static func day(ifGiven text: String?, addingDays days: Int = 0) throws(DayFault) -> Int64? {
    guard let text else { return nil }
    return try day(text, addingDays: days)
  }
}

/// Days that a person has named, and that cannot be.
package struct DayFault: Error {
  package let message: String
}
