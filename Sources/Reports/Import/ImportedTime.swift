import System

/// A time as files write it: ISO 8601, a number since 1970, or a date and a clock in any order, such as `03/28/2026 12:08:03 PM`,
/// `22:45:27 19/09/2026`, `11:20:29PM Jun 19, 2026`, `2025-07-04 22:40:00 -0400` or `2026. 11. 28. 오후 10:45:27`.
struct ImportedTime {
  /// Since 1970.
  let milliseconds: Int64
  /// Whether it is one of the local clock, which shows an hour twice a year.
  let isLocal: Bool
  /// Whether the local clock leaves it out, as when summer time begins. Then it is read by the clock of before.
  private(set) var isMoved = false

  /// - Parameters:
  ///   - order: of dates with slashes or hyphens that do not begin with the year.
  ///   - zone: of a time without an offset.
  init?(_ text: String, order: DateOrder?, zone: ClockZone) {
    if let time = UnixTime(iso: text)?.milliseconds ?? Self.sinceEpoch(text) {
      (milliseconds, isLocal) = (time, false)
      return
    }
    var found = Words()
    for word in Self.words(text) {
      guard found.add(word, order) else { return nil }
    }
    guard let parts = found.parts else { return nil }
    let thousandths = Int64(found.clock?.milliseconds ?? 0)
    if let offset = found.offset {
      (milliseconds, isLocal) = ((parts.secondsSince1970 - offset) * 1000 + thousandths, false)
    } else {
      let time = zone.time(parts)
      (milliseconds, isLocal) = (time.milliseconds + thousandths, zone == .local)
      isMoved = time.parts(in: zone) != parts
    }
  }

  /// The numbers of a date in a text that may begin with the day or with the month; `nil` if there is none.
  static func ambiguousDate(in text: String) -> [Int]? {
    guard UnixTime(iso: text) == nil else { return nil }
    for word in words(text) where !word.contains(":") {
      guard let date = Words.date(word), date.separator != ".", date.numbers[0] <= 31 else { continue }
      return date.numbers
    }
    return nil
  }

  /// A number of seconds, milliseconds, microseconds or nanoseconds since 1970, from 2001 on, by its digits.
  private static func sinceEpoch(_ text: String) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(first)
    else { return nil }
    switch first.utf8.count {
    case 10:
      let milliseconds = parts.count == 2 ? thousandths(parts[1]) : 0
      return milliseconds.map { number * 1000 + Int64($0) }
    case 13: return number
    case 16: return number / 1_000
    case 19: return number / 1_000_000
    default: return nil
    }
  }

  /// The milliseconds of a fraction; `nil` if it has another character than digits, such as the exponent in 0.9e300.
  private static func thousandths(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int("\(digits)000".prefix(3)) : nil
  }

  /// Seconds ahead of UTC, from text such as `-0400`, `+02:00`, or `+9` as databases write it.
  static func offset(_ text: Substring) -> Int? {
    guard text.first == "+" || text.first == "-" else { return nil }
    var digits = text.dropFirst().filter { $0 != ":" }
    if (1...2).contains(digits.utf8.count) { digits += "00" }
    guard (3...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits), number / 100 < 24, number % 100 < 60
    else { return nil }
    return (number / 100 * 60 + number % 100) * (text.first == "-" ? -60 : 60)
  }

  /// A `T` stands between date and clock. Some write a narrow space before PM, a comma before the fraction of a second, a date such
  /// as 28-Nov-2026, and the name of the zone in brackets.
  private static func words(_ text: String) -> [Substring] {
    text.prefix { $0 != "(" }.split(whereSeparator: \.isWhitespace).flatMap { word -> [Substring] in
      if word.contains(":") {
        let parts = word.split(separator: ",")
        let isFraction = parts.count == 2 && parts[0].contains(":") && parts[1].allSatisfy(\.isNumber)
        let joined = isFraction ? [parts.joined(separator: ".")[...]] : parts
        return joined.flatMap { $0.first?.isNumber == true ? $0.split(separator: "T") : [$0] }
      }
      let isNamed = word.first?.isNumber == true && word.contains(where: \.isLetter)
      return word.split { $0 == "," || isNamed && "-/".contains($0) }
    }
  }

  /// The parts of a time as they are found.
  private struct Words {
    var clock: (hour: Int, minute: Int, second: Int, milliseconds: Int)?
    /// Seconds before UTC.
    var offset: Int64?
    private var date: (year: Int, month: Int, day: Int)?
    private var month: Int?
    private var numbers: [Int] = []
    private var isAfternoon: Bool?

    private static let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    /// Beside a date these say no more.
    private static let days: Set<String> = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]

    /// - Returns: whether the word belongs to a time.
    mutating func add(_ word: Substring, _ order: DateOrder?) -> Bool {
      let upper = word.uppercased().replacing(".", with: "")
      if word.first == "+" || word.first == "-" { return addOffset(word) }
      if word.contains(":") { return addClock(word) }
      switch upper {
      case "AM", "PM", "오전", "오후":
        isAfternoon = upper == "PM" || upper == "오후"
        return true
      case "Z", "UTC", "GMT":
        offset = 0
        return true
      case "KST":
        offset = 9 * 3600
        return true
      case "AT": return true
      default: break
      }
      if upper.hasPrefix("UTC") || upper.hasPrefix("GMT") { return addOffset(word.dropFirst(3)) }
      // Korean dates have points or units: 2026. 11. 28. and 2026년 11월 28일.
      let bare = word.last.map { ".년월일".contains($0) } ?? false ? word.dropLast() : word
      if let number = Int(bare) {
        numbers.append(number)
        return true
      }
      if word.allSatisfy(\.isLetter), month == nil {
        if Self.days.contains(String(upper.prefix(3))) { return true }
        month = Self.months.firstIndex { upper.lowercased().hasPrefix($0) }.map { $0 + 1 }
        return month != nil
      }
      guard date == nil, let found = Self.date(bare) else { return false }
      let (first, second, third) = (found.numbers[0], found.numbers[1], found.numbers[2])
      if first > 31 {
        date = (first, second, third)
      } else {
        // A date with points begins with the day, wherever these are written. A year of two digits is one after 2000.
        let year = third < 100 && (order != nil || found.separator == ".") ? 2000 + third : third
        date = order == .monthFirst && found.separator != "." ? (year, first, second) : (year, second, first)
      }
      return true
    }

    /// Three numbers with one of three characters between them.
    static func date(_ word: Substring) -> (separator: Character, numbers: [Int])? {
      guard let separator = word.first(where: { !$0.isNumber }), "/-.".contains(separator) else { return nil }
      let numbers = word.split(separator: separator, omittingEmptySubsequences: false).compactMap { Int($0) }
      return numbers.count == 3 && numbers.allSatisfy { $0 >= 0 } ? (separator, numbers) : nil
    }

    private mutating func addOffset(_ word: Substring) -> Bool {
      guard let seconds = ImportedTime.offset(word) else { return false }
      offset = Int64(seconds)
      return true
    }

    /// Such as `1:03`, `12:08:03`, `00:51:54.806` or `11:20:29PM`, also with its offset: `22:40:00+02:00`.
    private mutating func addClock(_ word: Substring) -> Bool {
      var text = word
      if let sign = text.firstIndex(where: { $0 == "+" || $0 == "-" }) {
        guard addOffset(text[sign...]) else { return false }
        text = text[..<sign]
      }
      if text.last == "Z" {
        offset = 0
        text.removeLast()
      }
      let half = text.suffix(2).uppercased()
      if half == "AM" || half == "PM" {
        isAfternoon = half == "PM"
        text.removeLast(2)
      }
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard clock == nil, (2...3).contains(parts.count), let hour = Int(parts[0]), let minute = Int(parts[1]) else {
        return false
      }
      let last = parts.count == 3 ? parts[2].split(separator: ".", maxSplits: 1) : []
      guard parts.count == 2 || !last.isEmpty, let second = Int(last.first ?? "0"),
        let milliseconds = ImportedTime.thousandths(last.count == 2 ? last[1] : "0")
      else { return false }
      clock = (hour, minute, second, milliseconds)
      return true
    }

    /// `nil` if a part is missing, or is no part of a time.
    var parts: TimeParts? {
      var date = self.date
      if let month, numbers.count == 2 {
        // Jun 19, 2026 or 19 Jun 2026.
        date = (max(numbers[0], numbers[1]), month, min(numbers[0], numbers[1]))
      } else if date == nil, month == nil, numbers.count == 3, numbers[0] > 31 {
        date = (numbers[0], numbers[1], numbers[2])
      } else if !numbers.isEmpty || month != nil {
        return nil
      }
      guard let date, var clock = self.clock, (1970...2199).contains(date.year), (1...12).contains(date.month),
        (1...31).contains(date.day)
      else { return nil }
      if let isAfternoon {
        guard (1...12).contains(clock.hour) else { return nil }
        clock.hour = clock.hour % 12 + (isAfternoon ? 12 : 0)
      }
      guard (0...23).contains(clock.hour), (0...59).contains(clock.minute), (0...59).contains(clock.second) else {
        return nil
      }
      var parts = TimeParts(year: date.year, month: date.month, day: date.day)
      (parts.hour, parts.minute, parts.second) = (clock.hour, clock.minute, clock.second)
      return TimeParts(secondsSince1970: parts.secondsSince1970) == parts ? parts : nil
    }
  }
}
