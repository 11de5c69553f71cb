import Glibc

/// The time on the clocks of the place where the box stands.
package enum LocalTime {
  /// The minute of the local day, 0 to 1439, in the time zone of the system; `nil` where it cannot be told. It reads a
  /// file, so nobody asks on the critical loop.
  package static func minuteOfDay(atUnixMilliseconds date: Int64) -> Int16? {
    tzset()  // Somebody may have changed the time zone since.
    var seconds = time_t(date / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return nil }
    return Int16(clamping: 60 * Int(parts.tm_hour) + Int(parts.tm_min))
  }
}
