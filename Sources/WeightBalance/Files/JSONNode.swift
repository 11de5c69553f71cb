/// A value of JSON that knows its line. Numbers keep their text, so that decimals stay exact.
public struct JSONNode: Sendable, Hashable {
  /// What a value is.
  public enum Kind: Sendable, Hashable {
    case null
    case bool(Bool)
    /// As it was written, in the grammar of JSON.
    case number(String)
    case string(String)
    case array([JSONNode])
    /// In the order of the text; no key stands twice.
    case object([Member])
  }

  /// A key of an object and its value.
  public struct Member: Sendable, Hashable {
    /// The key.
    public let key: String
    /// The line of the key, from 1.
    public let line: Int
    /// Its value.
    public let value: JSONNode
  }

  /// The line on which it begins, from 1.
  public let line: Int
  /// The value.
  public let kind: Kind

  /// Reads one JSON value (RFC 8259). Refused besides what is no JSON: a key that stands twice in an object, nesting
  /// deeper than 64, a byte order mark, and anything after the value.
  /// - Parameter file: for errors only.
  public static func parse(bytes: [UInt8], file: String = "") throws(DataFileError) -> JSONNode {
    var parser = JSONParser(bytes: bytes, file: file)
    return try parser.document()
  }

  /// Reads one JSON value from text.
  public static func parse(_ text: some StringProtocol, file: String = "") throws(DataFileError) -> JSONNode {
    try parse(bytes: Array(text.utf8), file: file)
  }

  /// The value of a key of an object; `nil` where it is missing or this is no object.
  public subscript(key: String) -> JSONNode? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// What it is, for a sentence: “a number”.
  public var kindName: String {
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
