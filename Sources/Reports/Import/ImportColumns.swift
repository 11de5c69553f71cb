import Characters
import Documents
import Logbook
import Readings
import System

/// What the columns of a CSV file of readings mean.
///
/// It knows the files of `lapwing sessions export`, and files with a column for the time and columns whose names say what they hold
/// (``ColumnQuantity``), as these apps write them: Aranet (`Time(dd/mm/yyyy),Carbon dioxide(ppm),…`, also with the month first, °F and
/// mmHg), Govee, SensorPush (`Timestamp (America/New_York)`), Airthings, SwitchBot, Netatmo, Atmotube, HOBO, EMAY, ViHealth and O2 Insight
/// (`Time,Oxygen Level,Pulse Rate,Motion`), Samsung Health, Google Health, Health Auto Export, Polar Sensor Logger (`Phone timestamp;HR [bpm]`),
/// HRV Logger (`date,rr,since start`), Polar Flow (two rows about the training, then `Sample rate,Time,HR (bpm),…`) and Elite HRV
/// (RR intervals alone). All forms but that of SensorPush were seen in public programs.
package struct ImportColumns {
  private enum Kind: Equatable {
    /// `nil` if the header does not say how its dates are meant.
    case time(DateOrder?)
    /// Since the start of the training.
    case elapsed
    case address
    case model
    /// The name of the sensor or its room, in place of an address.
    case source
    /// The factor and the offset give the unit of the quantity.
    case value(Quantity, factor: Double, offset: Double)
    case contact
    case beats
    case implausible
    case other
  }

  private let kinds: [Kind]
  /// The names of the columns that are not read, and of a time zone that is not followed.
  package let leftOut: [String]
  private let nameless: [Int]
  /// The time zone that the header names, if it is one at a fixed distance from UTC.
  private let zone: ClockZone?
  /// The model of a file that does not name it, of a sensor that the logbook does not know.
  package let model: String
  package let namesSensor: Bool

  /// When the training of the file began.
  private let start: ImportedTime?
  private let separator: UInt8

  /// - Parameters:
  ///   - header: the fields of the first row.
  ///   - separator: the byte between fields.
  package init(_ header: [String], separator: UInt8 = UInt8(ascii: ",")) throws(LapwingError) {
    try self.init(header, line: 1, start: nil, separator)
  }

  private init(_ header: [String], line: Int, start: ImportedTime?, _ separator: UInt8) throws(LapwingError) {
    (self.start, self.separator) = (start, separator)
    var kinds = header.map(Self.kind)
    if start != nil { kinds = kinds.map { if case .time = $0 { .elapsed } else { $0 } } }
    // A second time, unless it is the other half: some have a column for the date and one for the clock.
    if header.contains(where: { Self.dates.contains(Self.bare($0)) }) {
      kinds = zip(header, kinds).map { name, kind in
        if case .time = kind, !Self.dates.union(Self.clocks).contains(Self.bare(name)) { .other } else { kind }
      }
    }
    // Of two columns of one quantity, such as °C and °F, the first counts, and the other one is named as left out.
    var known = Set<Quantity>()
    kinds = kinds.map { kind in
      if case .value(let quantity, _, _) = kind, !known.insert(quantity).inserted { .other } else { kind }
    }
    self.kinds = kinds
    var leftOut = zip(header, kinds).compactMap { $1 == .other && !Self.plain($0).isEmpty ? $0 : nil }
    // Samsung's times are in UTC, with the distance of the clock beside them.
    var zone: ClockZone? = header.contains { $0.hasPrefix(Self.samsung) && $0.hasSuffix("time_offset") } ? .utc : nil
    for (name, kind) in zip(header, kinds) {
      guard case .time = kind, let text = Self.zone(name) else { continue }
      if let known = Self.fixedZone(text) {
        zone = known
      } else {
        leftOut.append("the time zone of \(name), whose times are read as local; TZ sets another zone")
      }
    }
    (self.leftOut, self.zone) = (leftOut, zone)
    nameless = header.indices.filter { Self.plain(header[$0]).isEmpty }
    // No other app names its columns like this.
    let isAranet = header.contains { $0.lowercased().hasPrefix("carbon dioxide(") }
    model = isAranet ? "Aranet4" : ImportedRow.unknownModel
    namesSensor = kinds.contains(.address) && kinds.contains(.model)
    let hasTime = kinds.contains { if case .time = $0 { true } else { $0 == .elapsed } }
    let hasValue = kinds.contains { if case .value = $0 { true } else { $0 == .beats } }
    guard hasTime, hasValue else {
      throw LapwingError(
        .badData, code: "unknown-columns",
        "line \(line): no column for the \(hasTime ? "values" : "time"); known are the files of `lapwing sessions export`, of the "
          + "Aranet4 app, and columns named date, co2, temperature, humidity, pressure, heart rate, SpO2, RR")
    }
  }

  // MARK: Polar Flow

  /// How many rows of a file are about the training, before the header of its values.
  package static func preamble(of header: String) -> Int {
    let plain = Self.plain(header)
    return plain.hasPrefix("name,sport,date,starttime,") || plain.hasPrefix("name;sport;date;starttime;") ? 2 : 0
  }

  /// - Parameters:
  ///   - preamble: the two rows about the training: names and values.
  ///   - separator: the byte between fields.
  ///   - order: of the date, if the file leaves it open.
  package init(
    _ header: CSVRow, after preamble: [CSVRow], separator: UInt8 = UInt8(ascii: ","), zone: ClockZone, order: DateOrder?
  ) throws(LapwingError) {
    var about: [String: String] = [:]
    if preamble.count == 2 {
      for (name, value) in zip(preamble[0].fields, preamble[1].fields) { about[Self.plain(name)] = value }
    }
    let text = "\(about["date"] ?? "") \(about["starttime"] ?? "")"
    var order = order
    if order == nil, let numbers = ImportedTime.ambiguousDate(in: text) {
      // With hyphens Polar writes 29-08-2026.
      order = text.contains("-") ? .dayFirst : Self.onlyOrder(numbers)
      guard order != nil else { throw Self.ambiguous(text) }
    }
    guard let time = ImportedTime(text, order: order, zone: zone) else {
      throw LapwingError(.badData, code: "bad-row", "line 2: \(text) is no date and start time")
    }
    try self.init(header.fields, line: header.line, start: time, separator)
  }

  /// What the names of Samsung's columns begin with, as in `com.samsung.health.heart_rate.start_time`.
  private static let samsung = "com.samsung."

  /// Some files have a byte order mark before the first name.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "\u{FEFF}" }
  }

  /// A plain name without what stands in brackets or behind a comma, as in `Date Time, GMT+02:00`.
  private static func bare(_ name: String) -> String {
    String(plain(name).prefix { $0 != "(" && $0 != "[" && $0 != "," })
  }

  private static let dates: Set<String> = ["date", "datum", "날짜"]
  private static let clocks: Set<String> = ["time", "zeit", "uhrzeit", "heure", "시간", "시각"]
  private static let times: Set<String> = dates.union(clocks).union([
    "datetime", "date-time", "date/time", "dateandtime", "timestamp", "recorded", "observed", "phonetimestamp",
    "localtime", "unixtime", "epoch", "createdat", "recordedat", "measuredat", "measurementtime", "starttime", "일시",
    "datum/uhrzeit", "datumundzeit", "zeitstempel", "zeitpunkt", "dateetheure", "horodatage",
  ])
  private static let sources: Set<String> = [
    "sensor", "sensorname", "sensorid", "device", "devicename", "deviceid", "deviceuuid", "room", "source",
    "sourcename", "datasource", "serial", "serialnumber",
  ]
  private static let namesOfUTC: Set<String> = ["utc", "gmt", "z"]

  /// What stands in the brackets of a column of times, or UTC at its end as in `timestamp_utc`; `nil` for another column.
  private static func format(_ name: String) -> String? {
    let first = bare(name)
    if times.contains(first) {
      return String(plain(name).dropFirst(first.count + 1).prefix { $0 != ")" && $0 != "]" })
    }
    let last = String(first.suffix(3))
    return namesOfUTC.contains(last) && times.contains(String(first.dropLast(3))) ? last : nil
  }

  /// The time zone that the name of a column has, such as `Timestamp (America/New_York)`; `nil` if it has none.
  private static func zone(_ name: String) -> String? {
    guard let format = Self.format(name) else { return nil }
    // Not a format, such as MM/DD/YYYY h:mm:ss A, or a unit.
    let isPlace = format.contains("/") && format.contains { !"dmyhsa/.-:".contains($0) }
    let isShort = (3...4).contains(format.count) && format.last == "t" && format.allSatisfy(\.isLetter)
    return isPlace || isShort || format.hasPrefix("utc") || format.hasPrefix("gmt") || format == "z" ? format : nil
  }

  /// UTC, or a distance from it such as `utc+9` and `gmt-07:00`; `nil` for any other zone.
  private static func fixedZone(_ text: String) -> ClockZone? {
    if namesOfUTC.contains(text) { return .utc }
    guard text.hasPrefix("utc") || text.hasPrefix("gmt") else { return nil }
    return ImportedTime.offset(text.dropFirst(3)).map { .fixed($0) }
  }

  private static func kind(_ name: String) -> Kind {
    guard !name.hasPrefix(samsung) else { return kind(String(name.split(separator: ".").last ?? "")) }
    let plain = Self.plain(name)
    if plain.hasPrefix("timestampforsamplefrequency") { return .time(nil) }
    // Aranet's apps name the format, such as Time(MM/DD/YYYY h:mm:ss A).
    if let format = Self.format(name) {
      return .time(format.hasPrefix("dd") ? .dayFirst : format.hasPrefix("mm") ? .monthFirst : nil)
    }
    switch plain {
    case "address": return .address
    case "model": return .model
    case "contact": return .contact
    case "rr(ms)", "rr", "rr-interval[ms]", "rrinterval[ms]", "rr-interval(ms)", "rrinterval(ms)", "rrms",
      "rr-interval",
      "rrinterval", "rr[ms]":
      return .beats
    case "implausible": return .implausible
    case let name where sources.contains(name): return .source
    default:
      let own = Quantity.allCases.first { quantity in
        let unit = quantity.unit.isEmpty ? "" : "(\(quantity.unit))"
        return Self.plain(quantity.label + unit) == plain
      }
      if let own { return .value(own, factor: 1, offset: 0) }
      return ColumnQuantity(column: name).map { .value($0.quantity, factor: $0.factor, offset: $0.offset) } ?? .other
    }
  }

  // MARK: Rows

  /// The time of a row, as it is written.
  package func date(of row: CSVRow) -> String {
    zip(kinds, row.fields).filter { if case .time = $0.0 { true } else { false } }.map(\.1.trimmingSpaces)
      .joined(separator: " ")
  }

  /// How many commas a time may have that is not in quotes, as in `11:20:29PM Jun 19, 2026`.
  static let mostCommas = 2

  /// The row with as many fields as the header: if it has more, a time that is not whole goes on in the next one or two.
  package func fitted(_ row: CSVRow, zone: ClockZone) throws(LapwingError) -> CSVRow {
    let extra = row.fields.count - kinds.count
    guard extra > 0 else { return row }
    let isTime = { (row: CSVRow) in
      [DateOrder.dayFirst, .monthFirst].contains { ImportedTime(date(of: row), order: $0, zone: zone) != nil }
    }
    if let place = kinds.firstIndex(where: { if case .time = $0 { true } else { false } }), !isTime(row) {
      for count in (1...extra).reversed() where row.fields.suffix(extra - count).allSatisfy(\.isEmpty) {
        var fields = Array(row.fields.dropLast(extra - count))
        fields.replaceSubrange(place...place + count, with: [fields[place...place + count].joined(separator: ",")])
        let joined = CSVRow(line: row.line, fields: fields)
        if isTime(joined) { return joined }
      }
    }
    let error = CSVError(line: row.line, reason: .fieldCount(row.fields.count, expected: kinds.count))
    throw LapwingError(.badData, code: "bad-csv", error.message)
  }

  /// Whether a row says something in a column without a name.
  package func isNameless(_ row: CSVRow) -> Bool { nameless.contains { !row.fields[$0].trimmingSpaces.isEmpty } }

  /// Whether the date of a row may begin with the day or with the month, and the header does not say it.
  package func needsOrder(_ row: CSVRow) -> Bool {
    kinds.contains(.time(nil)) && ImportedTime.ambiguousDate(in: date(of: row)) != nil
  }

  /// How the date of a row must be meant; `nil` if more than one way is possible, as with a year of two digits.
  package func order(of row: CSVRow) -> DateOrder? {
    ImportedTime.ambiguousDate(in: date(of: row)).flatMap { Self.onlyOrder($0) }
  }

  private static func onlyOrder(_ numbers: [Int]) -> DateOrder? {
    guard numbers[2] > 99 else { return nil }
    return numbers[0] > 12 ? .dayFirst : numbers[1] > 12 ? .monthFirst : nil
  }

  static func ambiguous(_ example: String) -> LapwingError {
    LapwingError(
      .badData, code: "ambiguous-date",
      "\(example) may begin with the day or with the month; say --dates day-first or --dates month-first")
  }

  /// What apps write for a value that was not measured.
  private static let absent: Set<String> = [
    "", "-", "--", "---", "–", "—", "n/a", "na", "#n/a", "nan", "null", "none", "unavailable", "unknown",
  ]

  /// - Parameters:
  ///   - zone: of times without an offset, if the header does not name it.
  ///   - order: of dates with slashes, if the header does not say it.
  package func row(_ row: CSVRow, zone: ClockZone, order: DateOrder?) throws(LapwingError) -> ImportedRow {
    var found = ImportedRow()
    found.line = row.line
    var times: [String] = []
    var order = order
    let zone = self.zone ?? zone
    for (kind, text) in zip(kinds, row.fields) {
      let field = text.trimmingSpaces
      switch kind {
      case .time(let named):
        times.append(field)
        order = named ?? order
      case .elapsed:
        guard let start, let elapsed = Self.elapsed(field) else {
          throw Self.fault(row, "\(field) is no time since the start; write it as 00:12:34")
        }
        (found.at, found.isMoved) = (start.milliseconds + elapsed, start.isMoved)
      case .address:
        guard let address = DeviceAddress(field) else { throw Self.fault(row, "\(field) is no Bluetooth address") }
        found.address = address
      case .model: found.model = String(field.prefix(60))
      case .source:
        if !field.isEmpty { found.source = (found.source.map { "\($0) " } ?? "") + String(field.prefix(60)) }
      case .value(let quantity, let factor, let offset):
        guard !Self.absent.contains(field.lowercased()) else { continue }
        guard separator != UInt8(ascii: ",") || !DecimalComma.mayBeThousands(field) else {
          let whole = field.replacing(",", with: "")
          throw Self.fault(
            row, "\(field) may be \(whole), or a number with a decimal comma; write it without the comma")
        }
        guard let number = decimal(field), number.isFinite else {
          throw Self.fault(row, "\(field) is no number")
        }
        let value = (number + offset) * factor
        found.set(quantity, factor == 1 ? value : (value * 100).rounded() / 100)
      case .contact: found.reading.hasContact = field == "yes" ? true : field == "no" ? false : nil
      case .beats:
        for part in field.split(separator: " ") {
          let milliseconds = decimal(String(part))
          // Some write 0 beside a rate without intervals.
          guard milliseconds != 0 else { continue }
          guard let milliseconds, found.addBeat(milliseconds: milliseconds) else {
            throw Self.fault(row, "\(part) is no RR interval in milliseconds")
          }
        }
      case .implausible:
        let keys = field.split(separator: " ")
        found.reading.implausible = Quantity.allCases.filter { quantity in keys.contains { $0 == quantity.key } }
      case .other: continue
      }
    }
    if !times.isEmpty {
      // Two columns are a date and a clock, or each is a whole time.
      let text = times.joined(separator: " ")
      guard
        let time = ImportedTime(text, order: order, zone: zone) ?? ImportedTime(times[0], order: order, zone: zone)
      else { throw Self.fault(row, "\(text) is no time; write it as 2026-11-26T22:00:00+00:00") }
      (found.at, found.isLocal, found.isMoved) = (time.milliseconds, time.isLocal, time.isMoved)
    }
    found.reading.at = found.at
    return found
  }

  /// In a file with commas between its fields 1,250 may be thousands; in any other one each comma is a decimal one. With a point before
  /// it, as in 1.013,2, a column may hold 1.013 for a thousand and thirteen too, so it is refused.
  private func decimal(_ text: String) -> Double? {
    guard separator != UInt8(ascii: ",") else { return Double(DecimalComma.pointed(text)) }
    return Double(text.replacing(",", with: "."))
  }

  /// Whether a header has one column, of RR intervals.
  static func isIntervals(_ header: CSVRow) -> Bool {
    let named = header.fields.filter { !plain($0).isEmpty }
    return named.count == 1 && kind(named[0]) == .beats
  }

  private static func fault(_ row: CSVRow, _ reason: String) -> LapwingError {
    LapwingError(.badData, code: "bad-row", "line \(row.line): \(reason)")
  }

  /// Milliseconds of hours, minutes and seconds.
  private static func elapsed(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      (0..<1000).contains(hours), (0..<60).contains(minutes), (0..<60).contains(seconds)
    else { return nil }
    return (hours * 3600 + minutes * 60 + seconds) * 1000
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}
