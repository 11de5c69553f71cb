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
  private let isUTC: Bool
  private let start: ImportedTime?
  private let form: Form

  /// - Parameters:
  ///   - order: how dates with slashes are meant, if a person has said it.
  ///   - isUTC: whether times without an offset are in UTC, and not local.
  ///   - start: when the first of intervals without times began, if a person has said it, as text.
  package init(
    _ path: String, order: DateOrder?, isUTC: Bool, start: String?
  ) throws(LapwingError) {
    (self.path, self.order, self.isUTC) = (path, order, isUTC)
    self.start = (start ?? Self.start(inName: path)).flatMap { ImportedTime($0, order: order, isUTC: isUTC) }
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
      var encoding = UTF16Text()
      let text = encoding.utf8(of: head)
      let line = String(decoding: text.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
      if let separator = Self.named(in: line) {
        form = .table(separator, preamble: 0, skipped: 1)
      } else {
        form = .table(CSVReader.separator(of: text), preamble: ImportColumns.preamble(of: line), skipped: 0)
      }
    }
  }

  /// The separator of a first line such as `sep=;`, which Excel writes and reads.
  private static func named(in line: String) -> UInt8? {
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
    var order = self.order, last: Int64?, isRising: Bool?
    var columns: ImportColumns?, intervals: ImportedIntervals?
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
          columns =
            try about.isEmpty
            ? ImportColumns(row.fields, separator: separator)
            : ImportColumns(row, after: about, separator: separator, isUTC: isUTC, order: order)
        }
        return
      }
      if order == nil, header.needsOrder(row) { order = try findOrder(header, separator, preamble) }
      if !hasNameless { hasNameless = header.isNameless(row) }
      var found = try header.row(row, isUTC: isUTC, order: order)
      if let before = last {
        if found.isLocal { found.at = Self.inOrder(found.at, after: before, isRising: isRising) }
        if found.at != before { isRising = found.at > before }
      }
      last = found.at
      found.reading.at = found.at
      found.usualModel = header.model
      try body(found)
    }
    return (columns?.leftOut ?? []) + (hasNameless ? ["a column without a name"] : [])
  }

  /// The hour that the clock shows twice at the end of summer time: the order of the rows decides which one is meant.
  /// - Parameter isRising: whether the rows so far go on in time; `nil` if they have not shown it.
  private static func inOrder(_ time: Int64, after last: Int64, isRising: Bool?) -> Int64 {
    let hour: Int64 = 3_600_000
    let isTwice = { (other: Int64) in
      UnixTime(milliseconds: time).parts(in: .local) == UnixTime(milliseconds: other).parts(in: .local)
    }
    let choices = [time, time + hour, time - hour].filter { $0 == time || isTwice($0) }
    let onward = choices.filter { choice in isRising.map { $0 ? choice > last : choice < last } ?? false }
    let others = choices.filter { $0 != last || choices.count == 1 }
    return (onward.isEmpty ? others : onward).min { abs($0 - last) < abs($1 - last) } ?? time
  }

  /// How dates such as 03/04/2026 are meant, from the first row that leaves no choice.
  private func findOrder(
    _ columns: ImportColumns, _ separator: UInt8, _ preamble: Int
  ) throws(LapwingError) -> DateOrder {
    var found: DateOrder?, example = ""
    var isHeader = true
    try forEachRow(separator, preamble) { row throws(LapwingError) in
      if !isHeader, found == nil {
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
    var reader = CSVReader(separator: separator, preamble: preamble + skipped)
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
    guard milliseconds > 0, found.addBeat(milliseconds: milliseconds) else {
      throw LapwingError(.badData, code: "bad-row", "line \(row.line): \(text) is no RR interval in milliseconds")
    }
    end += milliseconds
    found.at = Int64(end.rounded())
    (found.reading.at, found.isMoved) = (found.at, isMoved)
    return found
  }
}
