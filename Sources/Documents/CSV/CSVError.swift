package struct CSVError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case utf16
    case notUTF8
    case zeroByte
    case quoteInField
    case textAfterQuote
    case openQuote
    case longField(limit: Int)
    case manyFields(limit: Int)
    case fieldCount(Int, expected: Int)
  }

  /// From 1 on. Of a row with line ends in its fields it is the line of the fault.
  package let line: Int
  package let reason: Reason

  package init(line: Int, reason: Reason) { (self.line, self.reason) = (line, reason) }

  /// One sentence: where, what, and what to do.
  package var message: String { "line \(line): \(sentence)" }

  private var sentence: String {
    switch reason {
    case .utf16: "the file is in UTF-16, which is not read; save it as CSV in UTF-8"
    case .notUTF8: "a field is not in UTF-8; save the file as CSV in UTF-8"
    case .zeroByte: "there is a byte that is zero; the file is damaged, or no CSV file"
    case .quoteInField:
      "a quote is in a field that does not begin with one; write the field in quotes, and \"\" for a quote"
    case .textAfterQuote: "there is text between a closing quote and the end of its field"
    case .openQuote: "a quote is open at the end of the file; the file seems to be cut off"
    case .longField(let limit): "a field has more than \(limit) bytes; a quote may be missing"
    case .manyFields(let limit): "there are more than \(limit) fields"
    case .fieldCount(let found, let expected): "there are \(found) fields; the first row has \(expected)"
    }
  }
}
