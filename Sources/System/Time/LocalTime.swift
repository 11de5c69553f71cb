import Glibc

/// Converts a date to the local time of the system's time zone.
package enum LocalTime {
  /// The minute of the local day, 0 to 1439; `nil` if it cannot be computed. This reads the time zone file, so do not
  /// call it on the critical loop.
  package static func minuteOfDay(atUnixMilliseconds date: Int64) -> Int16? {
    tzset()  // The time zone may have been changed since the last call.
    var seconds = time_t(date / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return nil }
    return Int16(clamping: 60 * Int(parts.tm_hour) + Int(parts.tm_min))
  }

  /// How much local time is ahead of UTC at a date, in seconds; 0 if it cannot be computed.
  package static func secondsFromUTC(atUnixMilliseconds date: Int64) -> Int64 {
    tzset()
    var seconds = time_t(date / 1000)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
  }
}
