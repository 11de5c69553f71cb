/// A value of a data file that knows its position, so that every error can name file, line and key. Each function reads
/// the value as one type and throws if it is something else.
struct DataField {
  let node: JSONNode
  let file: String
  /// The path of the value in the file, such as `stations[2].arm`.
  let path: String
  /// The line for errors: that of the key, if there is one.
  let line: Int

  func fault(_ sentence: String) -> DataFileError {
    DataFileError(file: file, line: line, key: path.isEmpty ? nil : path, sentence)
  }

  private func wrongKind(_ wanted: String) -> DataFileError { fault("is \(node.kindName); write \(wanted)") }

  var isNull: Bool { node.kind == .null }

  func object() throws(DataFileError) -> DataObject {
    guard case .object(let members) = node.kind else { throw wrongKind("an object in braces") }
    return DataObject(members: members, file: file, path: path, line: line)
  }

  func list(_ count: ClosedRange<Int>) throws(DataFileError) -> [DataField] {
    guard case .array(let nodes) = node.kind else { throw wrongKind("a list in brackets") }
    guard count.contains(nodes.count) else {
      throw fault("has \(nodes.count) entries; allowed are \(count.lowerBound) to \(count.upperBound)")
    }
    return nodes.enumerated().map { index, node in
      DataField(node: node, file: file, path: "\(path)[\(index)]", line: node.line)
    }
  }

  func truth() throws(DataFileError) -> Bool {
    guard case .bool(let truth) = node.kind else { throw wrongKind("true or false") }
    return truth
  }

  func number() throws(DataFileError) -> ExactDecimal {
    guard case .number(let text) = node.kind else { throw wrongKind("a number") }
    guard let number = ExactDecimal(text) else { throw fault("is \(text.prefix(40)), which is too large") }
    return number
  }

  // MARK: Texts

  private func string() throws(DataFileError) -> String {
    guard case .string(let text) = node.kind else { throw wrongKind("a text in quotation marks") }
    return text
  }

  /// Any text of up to 4000 characters.
  func text() throws(DataFileError) -> String {
    let text = try string()
    guard text.unicodeScalars.count <= 4000 else { throw fault("is a text of more than 4000 characters; shorten it") }
    return text
  }

  /// One line of text that is not empty.
  func line(upTo limit: Int = 200) throws(DataFileError) -> String {
    let text = try string()
    let scalars = text.unicodeScalars
    guard scalars.count <= limit else { throw fault("is a text of more than \(limit) characters; shorten it") }
    guard scalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw fault("contains a control character; write one line of text")
    }
    guard scalars.contains(where: { $0 != " " }) else { throw fault("is empty; write a text, or “none”") }
    return text
  }

  /// A name as used in files: lowercase letters, digits and hyphens.
  func word() throws(DataFileError) -> String {
    let text = try string()
    guard Self.isWord(text, allowsCapitals: false) else {
      throw fault("is “\(text.prefix(80))”; a name has 1 to 64 lowercase letters, digits and hyphens")
    }
    return text
  }

  /// The id of a scenario, the same on all devices: letters, digits and hyphens.
  func identifier() throws(DataFileError) -> String {
    let text = try string()
    guard Self.isWord(text, allowsCapitals: true) else {
      throw fault("is “\(text.prefix(80))”; an id has 1 to 64 letters, digits and hyphens")
    }
    return text
  }

  private static func isWord(_ text: String, allowsCapitals: Bool) -> Bool {
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || (allowsCapitals && (0x41...0x5A).contains(byte))
    }
    guard (1...64).contains(text.utf8.count), let first = text.utf8.first, isAlphanumeric(first) else { return false }
    return text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
  }

  /// One of a fixed set of words.
  func choice<Word: RawRepresentable & CaseIterable>() throws(DataFileError) -> Word where Word.RawValue == String {
    let text = try string()
    guard let word = Word(rawValue: text) else {
      throw notAllowed(text, Word.allCases.map(\.rawValue))
    }
    return word
  }

  func choice(_ words: [String]) throws(DataFileError) -> String {
    let text = try string()
    guard words.contains(text) else { throw notAllowed(text, words) }
    return text
  }

  private func notAllowed(_ text: String, _ words: [String]) -> DataFileError {
    fault("is “\(text.prefix(80))”; write one of \(words.joined(separator: ", "))")
  }

  /// The web address of a document.
  func address() throws(DataFileError) -> String {
    let text = try line(upTo: 500)
    let rest = text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : ""
    guard !rest.isEmpty, !rest.contains(" ") else {
      throw fault("is “\(text.prefix(80))”; an address begins with https:// or http:// and has no spaces")
    }
    return text
  }

  // MARK: Dates

  /// A day such as `2026-11-22`.
  func day() throws(DataFileError) -> String {
    let text = try string()
    guard CalendarDate.isDay(text) else { throw fault("is “\(text.prefix(80))”; write a day as 2026-11-22") }
    return text
  }

  /// A year, a month, a day or `unknown`.
  func dayOfPublication() throws(DataFileError) -> String {
    let text = try string()
    guard text == "unknown" || CalendarDate.isYearMonthOrDay(text) else {
      throw fault("is “\(text.prefix(80))”; write 1999, 2007-04, 2015-07-29 or unknown")
    }
    return text
  }

  /// A time such as `2026-11-22T10:00:00Z`.
  func moment() throws(DataFileError) -> String {
    let text = try string()
    guard CalendarDate.isMoment(text) else {
      throw fault("is “\(text.prefix(80))”; write a time in UTC as 2026-11-22T10:00:00Z")
    }
    return text
  }

  // MARK: Quantities

  /// A unit, by its main symbol.
  func unit<Unit: QuantityUnit>(of _: Unit.Type = Unit.self) throws(DataFileError) -> Unit {
    let text = try string()
    guard let unit = Unit.allCases.first(where: { $0.symbol == text }) else {
      throw notAllowed(text, Unit.allCases.map(\.symbol))
    }
    return unit
  }

  func quantity<Unit: QuantityUnit>(in unit: Unit) throws(DataFileError) -> Exact<Unit> {
    let number = try number()
    do {
      return try Exact(number, unit)
    } catch {
      throw fault(error.message)
    }
  }
}

/// Checks whether a text is a date or time of the Gregorian calendar.
enum CalendarDate {
  static func isDay(_ text: String) -> Bool { text.utf8.count == 10 && isYearMonthOrDay(text) }

  static func isYearMonthOrDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let year = number(parts[0], digits: 4) else { return false }
    guard parts.count > 1 else { return true }
    guard let month = number(parts[1], digits: 2), (1...12).contains(month) else { return false }
    guard parts.count > 2 else { return true }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    guard let day = number(parts[2], digits: 2) else { return false }
    return (1...days).contains(day)
  }

  static func isMoment(_ text: String) -> Bool {
    guard text.last == "Z", let letter = text.firstIndex(of: "T"), isDay(String(text[..<letter])) else { return false }
    let clock = text[text.index(after: letter)...].dropLast()
    let fraction = clock.split(separator: ".", omittingEmptySubsequences: false)
    let parts = fraction.first?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    guard parts.count == 3, let hour = number(parts[0], digits: 2), let minute = number(parts[1], digits: 2),
      let second = number(parts[2], digits: 2), hour < 24, minute < 60, second < 60
    else { return false }
    guard fraction.count > 1 else { return true }
    return fraction.count == 2 && (1...9).contains(fraction[1].utf8.count) && fraction[1].utf8.allSatisfy(isDigit)
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy(isDigit) ? Int(text) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
