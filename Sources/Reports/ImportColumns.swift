import Documents
import Logbook
import Readings
import System

/// What the columns of a CSV file of readings mean.
///
/// It knows the files of `lapwing sessions export`; of the Aranet4 app (`Time(dd/mm/yyyy),Carbon dioxide(ppm),…`, also
/// with the month first, °F and mmHg; seen in the public repositories that read them); and files with a column `date`
/// or `time` and columns whose names say what they hold (``ColumnQuantity``), as the example of Anrijs/Aranet4-Python writes
/// them. No public repository was found that describes what the app of Qingping exports; if its columns name their units, it
/// is read too.
package struct ImportColumns {
  private enum Kind: Equatable {
    /// `nil` if the header does not say how its dates are meant.
    case time(DateOrder?)
    case address
    case model
    /// The factor and the offset give the unit of the quantity.
    case value(Quantity, factor: Double, offset: Double)
    case contact
    case beats
    case implausible
    /// Of an export, and of no use here.
    case phase
    case other
  }

  /// How dates with slashes are meant.
  package enum DateOrder: String, Sendable { case dayFirst = "day-first", monthFirst = "month-first" }

  private let kinds: [Kind]
  /// The names of the columns that are not read.
  package let leftOut: [String]
  /// The model of a file that does not name it, of a sensor that the logbook does not know.
  package let model: String
  /// Whether each row names its sensor.
  package let namesSensor: Bool

  /// - Parameter header: the fields of the first row.
  package init(_ header: [String]) throws(LapwingError) {
    kinds = header.map(Self.kind)
    leftOut = zip(header, kinds).compactMap { $1 == .other && !$0.isEmpty ? $0 : nil }
    // No other app names its columns like this.
    let isAranet = header.contains { $0.lowercased().hasPrefix("carbon dioxide(") }
    model = isAranet ? "Aranet4" : "sensor of a file"
    namesSensor = kinds.contains(.address) && kinds.contains(.model)
    let hasTime = kinds.contains { if case .time = $0 { true } else { false } }
    let hasValue = kinds.contains { if case .value = $0 { true } else { $0 == .beats } }
    guard hasTime, hasValue else {
      throw LapwingError(
        .badData, code: "unknown-columns",
        "line 1: no column for the \(hasTime ? "values" : "time"); known are the files of `lapwing sessions export`, of the "
          + "Aranet4 app, and columns named date, co2, temperature, humidity, pressure")
    }
  }

  private static func kind(_ name: String) -> Kind {
    let plain = name.lowercased().filter { $0 != " " }
    let times = ["time", "date", "datetime", "timestamp", "recorded", "date/time", "datum", "zeit"]
    if times.contains(plain) || plain.hasPrefix("timestampforsamplefrequency") { return .time(nil) }
    // Aranet's apps name the format, such as Time(MM/DD/YYYY h:mm:ss A).
    for name in ["time(", "date(", "datetime("] where plain.hasPrefix(name) {
      let format = plain.dropFirst(name.count)
      return .time(format.hasPrefix("dd") ? .dayFirst : format.hasPrefix("mm") ? .monthFirst : nil)
    }
    switch plain {
    case "address": return .address
    case "model": return .model
    case "contact": return .contact
    case "rr(ms)": return .beats
    case "implausible": return .implausible
    case "phase": return .phase
    default:
      let own = Quantity.allCases.first { quantity in
        let unit = quantity.unit.isEmpty ? "" : "(\(quantity.unit))"
        return (quantity.label + unit).lowercased().filter { $0 != " " } == plain
      }
      if let own { return .value(own, factor: 1, offset: 0) }
      return ColumnQuantity(column: name).map { .value($0.quantity, factor: $0.factor, offset: $0.offset) } ?? .other
    }
  }

  /// One row, as far as it was given.
  package struct Row {
    package var at: Int64
    package var address: DeviceAddress?
    package var model: String?
    package var reading: BlockReading
    package var ticks: [UInt16]
    /// Whether its time is that of the local clock, which shows an hour twice a year.
    package var isLocal = false
    /// Whether it says more than beats.
    var hasReading: Bool { !reading.measurements.isEmpty || reading.hasContact != nil }
  }

  /// The field of the time.
  package func date(of row: CSVRow) -> String {
    zip(kinds, row.fields).first { if case .time = $0.0 { true } else { false } }?.1.trimmingSpaces ?? ""
  }

  /// Whether a row has a date with slashes, and the header does not say how it is meant.
  package func needsOrder(_ row: CSVRow) -> Bool { kinds.contains(.time(nil)) && date(of: row).contains("/") }

  /// How the date of a row must be meant; `nil` if either way is possible.
  package func order(of row: CSVRow) -> DateOrder? {
    let numbers = date(of: row).split { $0 == "/" || $0 == " " }.prefix(2).map { Int($0) ?? 0 }
    guard numbers.count == 2 else { return nil }
    return numbers[0] > 12 ? .dayFirst : numbers[1] > 12 ? .monthFirst : nil
  }

  /// - Parameters:
  ///   - isUTC: whether times without an offset are in UTC, and not local.
  ///   - order: of dates with slashes, if the header does not say it.
  package func row(_ row: CSVRow, isUTC: Bool, order: DateOrder?) throws(LapwingError) -> Row {
    var found = Row(at: 0, reading: BlockReading(at: 0, measurements: Measurements()), ticks: [])
    for (kind, text) in zip(kinds, row.fields) {
      let field = text.trimmingSpaces
      switch kind {
      case .time(let named):
        guard let time = Self.time(field, isMonthFirst: (named ?? order) == .monthFirst, isUTC: isUTC) else {
          throw Self.fault(row, "\(field) is no time; write it as 2026-11-26T22:00:00+00:00")
        }
        found.at = time
        found.isLocal = !isUTC && UnixTime(iso: field) == nil
      case .address:
        guard let address = DeviceAddress(field) else { throw Self.fault(row, "\(field) is no Bluetooth address") }
        found.address = address
      case .model: found.model = String(field.prefix(60))
      case .value(let quantity, let factor, let offset):
        guard !field.isEmpty else { continue }
        // A decimal comma: a comma between fields would have ended the field.
        guard let number = Double(field.replacing(",", with: ".")), number.isFinite else {
          throw Self.fault(row, "\(field) is no number")
        }
        let value = (number + offset) * factor
        found.reading.measurements[quantity] = factor == 1 ? value : (value * 100).rounded() / 100
      case .contact: found.reading.hasContact = field == "yes" ? true : field == "no" ? false : nil
      case .beats:
        for part in field.split(separator: " ") {
          guard let milliseconds = Double(part), let ticks = UInt16(exactly: (milliseconds * 1.024).rounded()) else {
            throw Self.fault(row, "\(part) is no RR interval in milliseconds")
          }
          found.ticks.append(ticks)
        }
      case .implausible:
        let keys = field.split(separator: " ")
        found.reading.implausible = Quantity.allCases.filter { quantity in keys.contains { $0 == quantity.key } }
      case .phase, .other: continue
      }
    }
    found.reading.at = found.at
    return found
  }

  private static func fault(_ row: CSVRow, _ reason: String) -> LapwingError {
    LapwingError(.badData, code: "bad-row", "line \(row.line): \(reason)")
  }

  /// ISO 8601, or day, month and year with slashes and 12 or 24 hours.
  private static func time(_ text: String, isMonthFirst: Bool, isUTC: Bool) -> Int64? {
    if let time = UnixTime(iso: text) { return time.milliseconds }
    let words = text.split { $0 == " " || $0 == "T" }
    guard (2...3).contains(words.count) else { return nil }
    let isSlashed = words[0].contains("/")
    let day = words[0].split(separator: isSlashed ? "/" : "-").map { Int($0) }
    let clock = words[1].split(separator: ":").map { Int($0) }
    guard day.count == 3, (2...3).contains(clock.count), let first = day[0], let second = day[1], let third = day[2],
      var hour = clock[0], let minute = clock[1], let seconds = clock.count == 3 ? clock[2] : 0
    else { return nil }
    if words.count == 3 {
      let half = words[2].uppercased()
      guard half == "AM" || half == "PM", (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == "PM" ? 12 : 0)
    }
    let (year, month, date) =
      isSlashed
      ? (third, isMonthFirst ? first : second, isMonthFirst ? second : first) : (first, second, third)
    guard (1970...2199).contains(year), (1...12).contains(month), (1...31).contains(date), (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(seconds)
    else { return nil }
    var parts = TimeParts(year: year, month: month, day: date)
    (parts.hour, parts.minute, parts.second) = (hour, minute, seconds)
    guard TimeParts(secondsSince1970: parts.secondsSince1970) == parts else { return nil }
    return (isUTC ? ClockZone.utc : .local).time(parts).milliseconds
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
