/// A row of a CSV file, with the line on which it begins.
package struct CSVRow: Sendable, Equatable {
  package let line: Int
  package let fields: [String]

  package init(line: Int, fields: [String]) { (self.line, self.fields) = (line, fields) }
}

/// Reads CSV strictly after RFC 4180, a piece of the file at a time.
///
/// It accepts UTF-8 with and without a byte order mark, lines that end with CR LF, LF or CR, and spaces beside quotes. Every row has
/// as many fields as the first one after the preamble; an empty one may be missing or too much at its end. Empty lines are left out. Any bytes give rows or one error; after an error it reads no more.
package struct CSVReader: Sendable {
  package static let longestField = 64 * 1024
  package static let mostFields = 1000

  private enum State {
    case fieldStart
    case plain
    case quoted
    /// After a quote in a quoted field: it is the end of the field, or the first half of two quotes.
    case afterQuote
  }

  private let separator: UInt8
  private var preamble: Int
  private let extra: Int
  private var state = State.fieldStart
  private var field: [UInt8] = []
  private var fields: [String] = []
  private var isRowBegun = false
  private var line = 1
  private var rowLine = 1
  private var fieldCount: Int?
  /// Whether the header ends with a separator.
  private var isLastUnnamed = false
  private var wasCarriageReturn = false
  /// The first bytes, until it is clear whether they are a byte order mark.
  private var head: [UInt8]? = []
  private var error: CSVError?

  /// - Parameters:
  ///   - separator: the byte between fields; some countries use a semicolon.
  ///   - preamble: how many rows come before the header, of any number of fields.
  ///   - extra: how many fields a row may have more than the header, which the caller joins.
  package init(separator: UInt8 = UInt8(ascii: ","), preamble: Int = 0, extra: Int = 0) {
    (self.separator, self.preamble, self.extra) = (separator, preamble, extra)
  }

  /// The byte between the fields of a file, by its first line: what it has most of, a comma if it has none.
  package static func separator(of bytes: [UInt8]) -> UInt8 {
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    var isQuoted = false
    var counts: [UInt8: Int] = [:]
    for byte in line {
      if byte == 0x22 { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let comma = UInt8(ascii: ",")
    return [UInt8(ascii: ";"), 0x09].first { counts[$0, default: 0] > counts[comma, default: 0] } ?? comma
  }

  /// Reads the next piece of the file and appends the rows that are complete.
  package mutating func read(_ bytes: some Sequence<UInt8>, into rows: inout [CSVRow]) throws(CSVError) {
    if let error { throw error }
    do throws(CSVError) {
      for byte in bytes {
        if head == nil { try parse(byte, &rows) } else { try begin(byte, &rows) }
      }
    } catch {
      self.error = error
      throw error
    }
  }

  /// Reads the end of the file; the last row needs no line end.
  package mutating func finish(into rows: inout [CSVRow]) throws(CSVError) {
    if let error { throw error }
    do throws(CSVError) {
      if let head {
        self.head = nil
        for byte in head { try parse(byte, &rows) }
      }
      guard state != .quoted else { throw fault(.openQuote) }
      if isRowBegun { try endRow(&rows) }
    } catch {
      self.error = error
      throw error
    }
  }

  /// It takes two bytes to see UTF-16, with or without its mark, and three to see the mark of UTF-8.
  private mutating func begin(_ byte: UInt8, _ rows: inout [CSVRow]) throws(CSVError) {
    let begun = (head ?? []) + [byte]
    head = begun
    guard begun.count > 1 else { return }
    if begun == [0xFF, 0xFE] || begun == [0xFE, 0xFF] || (begun.count == 2 && begun.contains(0)) {
      throw fault(.utf16)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard begun == mark || !mark.starts(with: begun) else { return }
    head = nil
    guard begun != mark else { return }
    for byte in begun { try parse(byte, &rows) }
  }

  private mutating func parse(_ byte: UInt8, _ rows: inout [CSVRow]) throws(CSVError) {
    if byte == 0 { throw fault(.zeroByte) }
    let isAfterCarriageReturn = wasCarriageReturn
    wasCarriageReturn = byte == 0x0D
    if state == .quoted {
      if byte == 0x0D || (byte == 0x0A && !isAfterCarriageReturn) { line += 1 }
      guard byte == 0x22 else { return try append(byte) }
      state = .afterQuote
      return
    }
    switch byte {
    case 0x0A where isAfterCarriageReturn: break  // The second half of a line end.
    case 0x0A, 0x0D:
      if isRowBegun { try endRow(&rows) }
      line += 1
      rowLine = line
    case separator:
      try endField()
      isRowBegun = true
    case 0x22:
      switch state {
      case .fieldStart: state = .quoted
      case .afterQuote:
        try append(byte)
        state = .quoted
      case .plain where field.allSatisfy({ $0 == 0x20 }):
        field.removeAll(keepingCapacity: true)
        state = .quoted
      case .plain, .quoted: throw fault(.quoteInField)
      }
      isRowBegun = true
    default:
      if state == .afterQuote, byte == 0x20 { return }
      guard state != .afterQuote else { throw fault(.textAfterQuote) }
      state = .plain
      isRowBegun = true
      try append(byte)
    }
  }

  private mutating func append(_ byte: UInt8) throws(CSVError) {
    guard field.count < Self.longestField else { throw fault(.longField(limit: Self.longestField)) }
    field.append(byte)
  }

  private mutating func endField() throws(CSVError) {
    guard fields.count < Self.mostFields else { throw fault(.manyFields(limit: Self.mostFields)) }
    guard let text = String(validating: field, as: UTF8.self) else { throw fault(.notUTF8) }
    fields.append(text)
    field.removeAll(keepingCapacity: true)
    state = .fieldStart
  }

  private mutating func endRow(_ rows: inout [CSVRow]) throws(CSVError) {
    try endField()
    if preamble > 0 {
      preamble -= 1
    } else if let fieldCount {
      let isLastEmpty = fields.last?.isEmpty ?? false
      if fields.count == fieldCount + 1, isLastEmpty, extra == 0 || !isLastUnnamed { fields.removeLast() }
      if fields.count == fieldCount - 1, isLastUnnamed { fields.append("") }
      guard (fieldCount...fieldCount + extra).contains(fields.count) else {
        throw CSVError(line: rowLine, reason: .fieldCount(fields.count, expected: fieldCount))
      }
    } else {
      fieldCount = fields.count
      isLastUnnamed = fields.last?.isEmpty ?? false
    }
    rows.append(CSVRow(line: rowLine, fields: fields))
    fields.removeAll(keepingCapacity: true)
    isRowBegun = false
  }

  private func fault(_ reason: CSVError.Reason) -> CSVError { CSVError(line: line, reason: reason) }
}
