import Glibc
import Readings

/// In which time zone a document shows its times.
package enum ClockZone: Sendable, Equatable {
  case utc
  /// The time zone of the system.
  case local
  /// A fixed distance from UTC, in seconds to the east.
  case fixed(Int)

  /// How far the clock is ahead of UTC at a time, in seconds.
  package func offset(at time: UnixTime) -> Int {
    switch self {
    case .utc: return 0
    case .fixed(let seconds): return min(max(seconds, -86_400), 86_400)
    case .local:
      var seconds = time_t(time.seconds)
      var parts = tm()
      guard localtime_r(&seconds, &parts) != nil else { return 0 }
      return min(max(Int(parts.tm_gmtoff), -86_400), 86_400)
    }
  }

  /// The time at which a clock of this zone shows a date. Of an hour that the clock shows twice it is the first, and of
  /// one that it leaves out the hour after it.
  package func time(_ parts: TimeParts) -> UnixTime {
    let wall = parts.secondsSince1970
    let before = offset(at: UnixTime(milliseconds: (wall - 86_400) * 1000))
    let after = offset(at: UnixTime(milliseconds: (wall + 86_400) * 1000))
    for offset in [max(before, after), min(before, after)] {
      let time = UnixTime(milliseconds: (wall - Int64(offset)) * 1000)
      if self.offset(at: time) == offset { return time }
    }
    return UnixTime(milliseconds: (wall - Int64(before)) * 1000)
  }

  /// The zone in words, such as `UTC` or `local time (UTC+9)`; both distances if the clock was changed in between.
  package func words(from: UnixTime, to: UnixTime) -> String {
    guard self != .utc else { return "UTC" }
    let (first, last) = (offset(at: from), offset(at: to))
    return "local time (\(Self.name(first))\(first == last ? "" : ", then \(Self.name(last))"))"
  }

  /// The distance from UTC, such as `UTC+9` and `UTC-3:30`.
  package static func name(_ offset: Int) -> String {
    guard offset != 0 else { return "UTC" }
    let minutes = offset.magnitude / 60
    let rest = minutes % 60 == 0 ? "" : ":" + (minutes % 60).digits(2)
    return "UTC\(offset < 0 ? "-" : "+")\(minutes / 60)\(rest)"
  }
}
