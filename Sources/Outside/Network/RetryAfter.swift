/// What a service means by `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
enum RetryAfter {
  /// - Parameter now: s since 1970.
  /// - Returns: how long to wait, s; `nil` if it is neither, or a date that has passed.
  static func seconds(_ text: String, now: Int64) -> Int? {
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int(text) { return seconds }
    guard let date = unixSeconds(of: text), date > now else { return nil }
    return Int(clamping: date - now)
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// A date in the one form that servers may still write (IMF-fixdate, section 5.6.7).
  private static func unixSeconds(of text: String) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[5] == "GMT", let day = Int64(parts[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(parts[2])), let year = Int64(parts[3]), (1970...9999).contains(year)
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2]) else {
      return nil
    }
    // Days since 1970 in the Gregorian calendar, by years that begin in March.
    let number = Int64(month) + 1, shifted = number > 2 ? year : year - 1
    let yearDay = (153 * (number > 2 ? number - 3 : number + 9) + 2) / 5 + day - 1
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + yearDay - 719_468
    return days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }
}
