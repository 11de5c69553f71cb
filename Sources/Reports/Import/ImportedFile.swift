import Documents
import Glibc
import Logbook
import Readings
import System

/// A file of readings: CSV in all forms of ``ImportColumns``, RR intervals alone, Apple Health's XML, or FIT. It is read a piece at a
/// time, as often as is needed, and its form is found from its first piece, whatever its name.
package struct ImportedFile {
  private enum Form {
    /// The separator, how many rows are before the header, and how many lines before those.
    case table(UInt8, preamble: Int, skipped: Int)
    case health, fit
  }

  private let path: String
  private let order: DateOrder?
  /// Of times without an offset.
  private let zone: ClockZone
  private let start: ImportedTime?
  private let form: Form
  private let namesSeparator: Bool

  /// - Parameters:
  ///   - order: how dates with slashes are meant, if a person has said it.
  ///   - isUTC: whether times without an offset are in UTC, and not local.
  ///   - start: when the first of intervals without times began, if a person has said it, as text.
  package init(
    _ path: String, order: DateOrder?, isUTC: Bool, start: String?
  ) throws(LapwingError) {
    (self.path, self.order, zone) = (path, order, isUTC ? .utc : .local)
    let begun = start ?? Self.start(inName: path)
    self.start = begun.flatMap { ImportedTime($0, order: order, zone: isUTC ? .utc : .local) }
    guard start == nil || self.start != nil else {
      throw LapwingError(.usage, code: "bad-start", "--start is \(start ?? ""); write it as 2026-01-17T17:47:13")
    }
    var head: [UInt8] = []
    try Self.forEachPiece(of: path) { piece throws(LapwingError) in
      head = piece
      return false
    }
    if FITRecords.isFIT(head) {
      form = .fit
    } else if HealthRecords.isHealth(head) {
      form = .health
    } else {
      if let reason = Self.otherForm(head) { throw LapwingError(.badData, code: "no-table", reason) }
      var encoding = UTF16Text()
      let text = encoding.utf8(of: head)
      if let separator = Self.namedSeparator(text) {
        (form, namesSeparator) = (.table(separator, preamble: 0, skipped: 1), true)
        return
      }
      form = Self.table(text)
    }
    namesSeparator = false
  }

  /// A sentence for people whose file is no table at all.
  private static func otherForm(_ head: [UInt8]) -> String? {
    if head.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      return "it is a ZIP archive or a workbook; unpack it, or save its table as CSV"
    }
    if head.starts(with: [0x1F, 0x8B]) { return "it is compressed; unpack it with gunzip" }
    if head.starts(with: Array("%PDF".utf8)) { return "it is a PDF, which is for people; export CSV" }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    switch head.dropFirst(head.starts(with: mark) ? 3 : 0).first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "<"): return "it is XML or HTML, but not of Apple Health; export CSV or FIT"
    case UInt8(ascii: "{"), UInt8(ascii: "["): return "it is JSON; export CSV"
    default: return nil
    }
  }

  /// Rows before the header are looked through up to here.
  private static let mostTitles = 30

  /// The form of a table. Many files have titles before the header.
  private static func table(_ text: [UInt8]) -> Form {
    let lines = text.split(maxSplits: mostTitles + 1) { $0 == 0x0A || $0 == 0x0D }.prefix(mostTitles + 1).map(
      Array.init)
    let first = lines.first ?? []
    let usual = Form.table(
      CSVReader.separator(of: first), preamble: ImportColumns.preamble(of: String(decoding: first, as: UTF8.self)),
      skipped: 0)
    guard case .table(_, 0, _) = usual else { return usual }
    for (place, line) in lines.enumerated() {
      let separator = CSVReader.separator(of: line)
      var reader = CSVReader(separator: separator), rows: [CSVRow] = []
      guard (try? reader.read(line, into: &rows)) != nil, (try? reader.finish(into: &rows)) != nil,
        let row = rows.first, (try? ImportColumns(row.fields, separator: separator)) != nil
      else { continue }
      return .table(separator, preamble: 0, skipped: place)
    }
    return usual
  }

  /// The separator that a first line such as `sep=;` names, which Excel writes and reads.
  private static func namedSeparator(_ text: [UInt8]) -> UInt8? {
    let line = String(decoding: text.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    let plain = line.drop { $0 == "\u{FEFF}" || $0 == "\"" }
    guard plain.prefix(4).lowercased() == "sep=" else { return nil }
    return plain.dropFirst(4).utf8.first
  }

  /// Calls `body` with every row.
  /// - Returns: the names of what is not read.
  package func forEach(_ body: (ImportedRow) throws(LapwingError) -> Void) throws(LapwingError) -> [String] {
    switch form {
    case .table(let separator, let preamble, _): return try readTable(separator, preamble, body)
    case .health:
      var records = HealthRecords()
      try readPieces(body) { piece, rows throws(LapwingError) in try records.read(piece, into: &rows) }
      try records.finish()
      return records.leftOut
    case .fit:
      var records = FITRecords()
      try readPieces(body) { piece, rows throws(LapwingError) in try records.read(piece, into: &rows) }
      try records.finish()
      return records.leftOut
    }
  }

  private func readPieces(
    _ body: (ImportedRow) throws(LapwingError) -> Void,
    _ read: ([UInt8], inout [ImportedRow]) throws(LapwingError) -> Void
  ) throws(LapwingError) {
    var rows: [ImportedRow] = []
    try Self.forEachPiece(of: path) { piece throws(LapwingError) in
      try read(piece, &rows)
      for row in rows { try body(row) }
      rows.removeAll(keepingCapacity: true)
      return true
    }
  }

  /// - Parameter body: returns whether it needs the next piece. The last one is empty.
  private static func forEachPiece(
    of path: String, _ body: ([UInt8]) throws(LapwingError) -> Bool
  ) throws(LapwingError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LapwingError(.noInput, code: "no-file", SystemFault.reason) }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw LapwingError(.inputOutput, code: "read-failed", SystemFault.reason) }
      guard try body(Array(buffer[..<count])), count > 0 else { return }
    }
  }

  private func readTable(
    _ separator: UInt8, _ preamble: Int, _ body: (ImportedRow) throws(LapwingError) -> Void
  ) throws(LapwingError) -> [String] {
    var order = self.order, clocks: [Source: FallenClock] = [:]
    var columns: ImportColumns?, intervals: ImportedIntervals?
    var names: [String] = []
    var about: [CSVRow] = [], hasNameless = false
    try forEachRow(separator, preamble) { row throws(LapwingError) in
      if intervals != nil || (columns == nil && about.isEmpty && ImportedIntervals.isInterval(row)) {
        if intervals == nil { intervals = try ImportedIntervals(start) }
        if let found = try intervals?.row(row) { try body(found) }
        return
      }
      guard let header = columns else {
        if about.isEmpty, preamble == 0, ImportColumns.isIntervals(row) {
          intervals = try ImportedIntervals(start)
          return
        }
        if about.count < preamble {
          about.append(row)
        } else {
          names = row.fields
          columns =
            try about.isEmpty
            ? ImportColumns(row.fields, separator: separator)
            : ImportColumns(row, after: about, separator: separator, zone: zone, order: order)
        }
        return
      }
      // Spreadsheets write empty rows, and files that were joined have their header again.
      guard row.fields != names, !row.fields.allSatisfy(\.isEmpty) else { return }
      let row = try header.fitted(row, zone: zone)
      if order == nil, header.needsOrder(row) { order = try findOrder(header, separator, preamble) }
      if !hasNameless { hasNameless = header.isNameless(row) }
      var found = try header.row(row, zone: zone, order: order)
      if found.isLocal {
        let source = Source(address: found.address, name: found.source)
        found.at = clocks[source, default: FallenClock()].time(found.at)
      }
      found.reading.at = found.at
      found.usualModel = header.model
      try body(found)
    }
    return (columns?.leftOut ?? []) + (hasNameless ? ["a column without a name"] : []) + titles
  }

  private struct Source: Hashable {
    let address: DeviceAddress?
    let name: String?
  }

  /// What stands before the header, and says something.
  private var titles: [String] {
    guard case .table(_, _, let skipped) = form, skipped > 0, !namesSeparator else { return [] }
    return [skipped == 1 ? "the row before the header" : "the \(skipped) rows before the header"]
  }

  /// How dates such as 03/04/2026 are meant, from the first row that leaves no choice.
  private func findOrder(
    _ columns: ImportColumns, _ separator: UInt8, _ preamble: Int
  ) throws(LapwingError) -> DateOrder {
    var found: DateOrder?, example = ""
    var isHeader = true
    try forEachRow(separator, preamble) { row throws(LapwingError) in
      if !isHeader, found == nil {
        let row = try columns.fitted(row, zone: zone)
        found = columns.order(of: row)
        if example.isEmpty { example = columns.date(of: row) }
      }
      isHeader = false
    }
    guard let found else { throw ImportColumns.ambiguous(example) }
    return found
  }

  private func forEachRow(
    _ separator: UInt8, _ preamble: Int, _ body: (CSVRow) throws(LapwingError) -> Void
  ) throws(LapwingError) {
    var skipped = if case .table(_, _, let skipped) = form { skipped } else { 0 }
    var reader = CSVReader(separator: separator, preamble: preamble + skipped, extra: ImportColumns.mostCommas)
    var encoding = UTF16Text()
    var rows: [CSVRow] = []
    try Self.forEachPiece(of: path) { piece throws(LapwingError) in
      let bytes = piece.isEmpty ? encoding.rest : encoding.utf8(of: piece)
      do throws(CSVError) {
        try reader.read(bytes, into: &rows)
        if piece.isEmpty { try reader.finish(into: &rows) }
      } catch {
        throw LapwingError(.badData, code: "bad-csv", error.message)
      }
      for row in rows {
        if skipped > 0 { skipped -= 1 } else { try body(row) }
      }
      rows.removeAll(keepingCapacity: true)
      return true
    }
  }

  /// The time in the name of a file, such as `2026-01-17 17-47-13.txt`; `nil` if there is none.
  private static func start(inName path: String) -> String? {
    let numbers = (path.split(separator: "/").last ?? "").split { !("0"..."9").contains($0) }
    guard let place = numbers.indices.first(where: { numbers[$0].count == 4 && numbers.count >= $0 + 6 }) else {
      return nil
    }
    let parts = numbers[place..<place + 6]
    return "\(parts.prefix(3).joined(separator: "-")) \(parts.suffix(3).joined(separator: ":"))"
  }
}

/// RR intervals one in a line, without times, as Elite HRV writes them. Each begins where the one before it ends.
private struct ImportedIntervals {
  private var end: Double
  private let isMoved: Bool
  /// Some write seconds.
  private var unit: Double?

  static func isInterval(_ row: CSVRow) -> Bool {
    row.fields.first.map { Double($0) != nil } ?? false && row.fields.dropFirst().allSatisfy(\.isEmpty)
  }

  init(_ start: ImportedTime?) throws(LapwingError) {
    guard let start else {
      throw LapwingError(
        .badData, code: "no-start",
        "the file has RR intervals without times; say with --start when the first one began, such as 2026-01-17T17:47:13"
      )
    }
    (end, isMoved) = (Double(start.milliseconds), start.isMoved)
  }

  mutating func row(_ row: CSVRow) throws(LapwingError) -> ImportedRow {
    let text = row.fields.first ?? ""
    let number = Self.isInterval(row) ? Double(text) : nil
    // No heart beats 100 times a second, or once in ten.
    unit = unit ?? number.map { $0 < 10 ? 1000 : 1 }
    let milliseconds = (number ?? .nan) * (unit ?? 1)
    var found = ImportedRow()
    guard found.addBeat(milliseconds: milliseconds) else {
      throw LapwingError(.badData, code: "bad-row", "line \(row.line): \(text) is no RR interval in milliseconds")
    }
    end += milliseconds
    found.at = Int64(end.rounded())
    (found.reading.at, found.isMoved) = (found.at, isMoved)
    return found
  }
}
