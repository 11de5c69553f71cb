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

extension UnixTime {
  /// A time with milliseconds and its distance from UTC, as ISO 8601 writes it: `2026-11-25T22:00:00.000Z`.
  package func isoText(in zone: ClockZone = .utc) -> String {
    let milliseconds = Int(self.milliseconds - seconds * 1000)
    let offset = zone.offset(at: self)
    let sign = offset < 0 ? "-" : "+", minutes = Int(offset.magnitude) / 60
    let distance =
      zone == .utc ? "Z" : "\(sign)\((minutes / 60).digits(2)):\((minutes % 60).digits(2))"
    return "\(dayText(in: zone))T\(clockText(in: zone)).\(milliseconds.digits(3))\(distance)"
  }

  /// Reads what `isoText` writes, also without the fraction; `nil` for anything else, and for a day that does not exist.
  package init?(iso text: String) {
    let bytes = Array(text.utf8)
    func number(_ from: Int, _ count: Int) -> Int? {
      guard from + count <= bytes.count else { return nil }
      return bytes[from..<from + count].reduce(0) { sum, byte in
        (0x30...0x39).contains(byte) ? sum.map { $0 * 10 + Int(byte - 0x30) } : nil
      }
    }
    func isAt(_ index: Int, _ character: Unicode.Scalar) -> Bool {
      index < bytes.count && UInt32(bytes[index]) == character.value
    }
    guard let year = number(0, 4), isAt(4, "-"), let month = number(5, 2), isAt(7, "-"), let day = number(8, 2),
      isAt(10, "T"), let hour = number(11, 2), isAt(13, ":"), let minute = number(14, 2), isAt(16, ":"),
      let second = number(17, 2), hour < 24, minute < 60, second < 60
    else { return nil }
    var end = 19, milliseconds = 0
    if isAt(19, ".") {
      guard let fraction = number(20, 3) else { return nil }
      (end, milliseconds) = (23, fraction)
    }
    var offset = 0
    if isAt(end, "Z") {
      guard bytes.count == end + 1 else { return nil }
    } else {
      guard isAt(end, "+") || isAt(end, "-"), bytes.count == end + 6, let hours = number(end + 1, 2),
        isAt(end + 3, ":"),
        let minutes = number(end + 4, 2), hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (isAt(end, "-") ? -60 : 60)
    }
    var parts = TimeParts(year: year, month: month, day: day)
    (parts.hour, parts.minute, parts.second) = (hour, minute, second)
    let seconds = parts.secondsSince1970
    guard TimeParts(secondsSince1970: seconds) == parts else { return nil }
    let exact = (seconds - Int64(offset)) * 1000 + Int64(milliseconds)
    guard Self.limits.contains(exact) else { return nil }
    self.init(milliseconds: exact)
  }
}
