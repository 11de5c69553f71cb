import Readings

extension UnixTime {
  /// Year to second in a time zone.
  package func parts(in zone: ClockZone) -> TimeParts {
    TimeParts(secondsSince1970: seconds + Int64(zone.offset(at: self)))
  }

  /// A time such as `2026-11-22 10:00`.
  package func minuteText(in zone: ClockZone) -> String {
    let parts = parts(in: zone)
    return "\(parts.day(in: parts.year)) \(parts.hour.digits(2)):\(parts.minute.digits(2))"
  }

  /// A time such as `10:00:07`.
  package func clockText(in zone: ClockZone) -> String {
    let parts = parts(in: zone)
    return "\(parts.hour.digits(2)):\(parts.minute.digits(2)):\(parts.second.digits(2))"
  }

  /// The day, such as `2026-11-22`.
  package func dayText(in zone: ClockZone) -> String {
    let parts = parts(in: zone)
    return parts.day(in: parts.year)
  }
}
