extension DocumentTime {
  /// Year to second in a time zone.
  package func parts(in zone: DocumentZone) -> TimeParts {
    TimeParts(secondsSince1970: seconds + Int64(zone.offset(at: self)))
  }

  /// A time such as `2026-11-22 10:00`.
  package func minuteText(in zone: DocumentZone) -> String {
    let parts = parts(in: zone)
    return "\(parts.day(in: parts.year)) \(TimeParts.two(parts.hour)):\(TimeParts.two(parts.minute))"
  }

  /// A time such as `10:00:07`.
  package func clockText(in zone: DocumentZone) -> String {
    let parts = parts(in: zone)
    return "\(TimeParts.two(parts.hour)):\(TimeParts.two(parts.minute)):\(TimeParts.two(parts.second))"
  }

  /// The day, such as `2026-11-22`.
  package func dayText(in zone: DocumentZone) -> String {
    let parts = parts(in: zone)
    return parts.day(in: parts.year)
  }
}
