/// A JSON value with its line number. Numbers keep their text, so that decimals stay exact.
package struct JSONNode: Sendable, Hashable {
  /// The type of a value and its content.
  package enum Kind: Sendable, Hashable {
    case null
    case bool(Bool)
    /// The text of the number, in the grammar of JSON.
    case number(String)
    case string(String)
    case array([JSONNode])
    /// In the order of the text; no key occurs twice.
    case object([Member])
  }

  /// A key of an object and its value.
  package struct Member: Sendable, Hashable {
    package let key: String
    /// The line of the key, from 1.
    package let line: Int
    package let value: JSONNode
  }

  /// The line on which it begins, from 1.
  package let line: Int
  package let kind: Kind
  /// The bytes of the text that it was read from.
  package let range: Range<Int>

  init(line: Int, kind: Kind, range: Range<Int> = 0..<0) {
    self.line = line
    self.kind = kind
    self.range = range
  }

  /// Reads one JSON value (RFC 8259) from a data file, in which a comment may stand from `//` to the end of a line.
  /// Beyond invalid JSON, it rejects a key that occurs twice in an object, nesting deeper than 64, UTF-16,
  /// and anything after the value.
  /// - Parameter file: for errors only.
  package static func parse(bytes: [UInt8], file: String = "") throws(DataFileError) -> JSONNode {
    var parser = JSONParser(bytes: bytes, file: file, allowsComments: true)
    return try parser.document()
  }

  /// Reads one JSON value from text, without comments.
  package static func parse(_ text: some StringProtocol, file: String = "") throws(DataFileError) -> JSONNode {
    var parser = JSONParser(bytes: Array(text.utf8), file: file, allowsComments: false)
    return try parser.document()
  }

  /// The value of a key; `nil` if the key is missing or this is not an object.
  package subscript(key: String) -> JSONNode? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The type of the value, for a message: “a number”.
  package var kindName: String {
    switch kind {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
