import Characters

/// A value of a data file that knows its position, so that every error can name file, line and key. Each function reads
/// the value as one type and throws if it is something else. A placeholder, which stands in for a missing value, can be
/// read as anything.
struct DataField {
  let node: JSONNode
  let file: String
  /// The path of the value in the file, such as `stations[2].arm`.
  let path: String
  /// The line for errors: that of the key, if there is one.
  let line: Int
  let reading: DataReading
  let isPlaceholder: Bool

  init(node: JSONNode, file: String, path: String, line: Int, reading: DataReading) {
    self.node = node
    self.file = file
    self.path = path
    self.line = line
    self.reading = reading
    isPlaceholder = reading.excuses(path)
  }

  /// What stands in for the missing value of a key.
  init(placeholderFor path: String, file: String, line: Int, reading: DataReading) {
    node = JSONNode(line: line, kind: .null)
    self.file = file
    self.path = path
    self.line = line
    self.reading = reading
    isPlaceholder = true
  }

  func fault(_ sentence: String) -> DataFileError {
    DataFileError(file: file, line: line, key: path.isEmpty ? nil : path, sentence)
  }

  private func wrongKind(_ wanted: String) -> DataFileError { fault("is \(node.kindName); write \(wanted)") }

  var isNull: Bool { node.kind == .null && !isPlaceholder }

  var isNumber: Bool { if case .number = node.kind { !isPlaceholder } else { false } }
  var isText: Bool { if case .string = node.kind { !isPlaceholder } else { false } }
  var isList: Bool { if case .array = node.kind { !isPlaceholder } else { false } }
  var isObject: Bool { if case .object = node.kind { !isPlaceholder } else { false } }

  /// - Parameter wanted: what to write, if an object is not the only thing that is allowed.
  func object(or wanted: String = "an object in braces") throws(DataFileError) -> DataObject {
    if isPlaceholder { return DataObject(members: nil, file: file, path: path, line: line, reading: reading) }
    guard case .object(let members) = node.kind else { throw wrongKind(wanted) }
    return DataObject(members: members, file: file, path: path, line: line, reading: reading)
  }

  func list(
    _ count: ClosedRange<Int>, or wanted: String = "a list in brackets"
  ) throws(DataFileError) -> [DataField] {
    if isPlaceholder { return [] }
    guard case .array(let nodes) = node.kind else { throw wrongKind(wanted) }
    guard count.contains(nodes.count) else {
      throw fault("has \(nodes.count) entries; allowed are \(count.lowerBound) to \(count.upperBound)")
    }
    return nodes.enumerated().map { index, node in
      DataField(node: node, file: file, path: "\(path)[\(index)]", line: node.line, reading: reading)
    }
  }

  func truth() throws(DataFileError) -> Bool {
    if isPlaceholder { return false }
    guard case .bool(let truth) = node.kind else { throw wrongKind("true or false") }
    return truth
  }

  func number() throws(DataFileError) -> ExactDecimal {
    if isPlaceholder { return ExactDecimal(1) }
    guard case .number(let text) = node.kind else { throw wrongKind("a number") }
    guard let number = ExactDecimal(text) else { throw fault("is \(text.prefix(40)), which is too large") }
    return number
  }

  private func string() throws(DataFileError) -> String {
    if isPlaceholder { return "missing" }
    guard case .string(let text) = node.kind else { throw wrongKind("a text in quotation marks") }
    return text
  }

  /// Any text of up to 4000 characters, with line ends and tabs but no other hidden characters.
  func text() throws(DataFileError) -> String {
    let text = try string()
    guard text.unicodeScalars.count <= 4000 else { throw fault("is a text of more than 4000 characters; shorten it") }
    try refuseHiddenCharacters(in: text, except: ["\n", "\r", "\t"])
    return text
  }

  private func refuseHiddenCharacters(
    in text: String, except allowed: [Unicode.Scalar] = []
  ) throws(DataFileError) {
    let hidden = text.unicodeScalars.first { HiddenCharacter.contains($0) && !allowed.contains($0) }
    guard let hidden else { return }
    throw fault("contains \(HiddenCharacter.name(hidden)), a control character that is not shown; delete it")
  }

  /// One line of text that is not empty.
  func line(upTo limit: Int = 200) throws(DataFileError) -> String {
    let text = try string()
    let scalars = text.unicodeScalars
    guard scalars.count <= limit else { throw fault("is a text of more than \(limit) characters; shorten it") }
    try refuseHiddenCharacters(in: text)
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
    guard let word = Word(rawValue: text) ?? (isPlaceholder ? Word.allCases.first : nil) else {
      throw notAllowed(text, Word.allCases.map(\.rawValue))
    }
    return word
  }

  func choice(_ words: [String]) throws(DataFileError) -> String {
    let text = try string()
    guard words.contains(text) || isPlaceholder else { throw notAllowed(text, words) }
    return text
  }

  private func notAllowed(_ text: String, _ words: [String]) -> DataFileError {
    fault("is “\(text.prefix(80))”; write one of \(words.joined(separator: ", "))")
  }

  /// The web address of a document.
  func address() throws(DataFileError) -> String {
    let text = try line(upTo: 500)
    let rest = text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : ""
    guard isPlaceholder || (!rest.isEmpty && !rest.contains(" ")) else {
      throw fault("is “\(text.prefix(80))”; an address begins with https:// or http:// and has no spaces")
    }
    return text
  }

  /// A day such as `2026-11-22`.
  func day() throws(DataFileError) -> String {
    let text = try string()
    guard CalendarDate.isDay(text) || isPlaceholder else {
      throw fault("is “\(text.prefix(80))”; write a day as 2026-11-22")
    }
    return text
  }

  /// A year, a month, a day or `unknown`.
  func dayOfPublication() throws(DataFileError) -> String {
    let text = try string()
    guard isPlaceholder || text == "unknown" || CalendarDate.isYearMonthOrDay(text) else {
      throw fault("is “\(text.prefix(80))”; write 1999, 2007-04, 2015-07-29 or unknown")
    }
    return text
  }

  /// A time such as `2026-11-22T10:00:00Z`.
  func moment() throws(DataFileError) -> String {
    let text = try string()
    guard CalendarDate.isMoment(text) || isPlaceholder else {
      throw fault("is “\(text.prefix(80))”; write a time in UTC as 2026-11-22T10:00:00Z")
    }
    return text
  }

  func unit<Unit: QuantityUnit>(of _: Unit.Type = Unit.self) throws(DataFileError) -> Unit {
    let text = try string()
    guard let unit = Unit.allCases.first(where: { $0.symbol == text || isPlaceholder }) else {
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
