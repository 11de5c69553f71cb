import Readings

/// One JSON object on one line, keys in the order in which they were added.
///
/// An own writer, since what is written must be the same to the byte on every run and every machine, and the order of
/// the keys must be one that a person can read. Numbers are the shortest digits that read back as the same number.
package struct JSONLine: Sendable {
  private var body = ""

  package init() {}

  /// The whole line, without its end.
  package var text: String { "{\(body)}" }

  /// Adds a text.
  package mutating func add(_ key: String, _ value: some StringProtocol) { addRaw(key, Self.quoted(value)) }
  /// Adds a truth.
  package mutating func add(_ key: String, _ value: Bool) { addRaw(key, value ? "true" : "false") }
  /// Adds a whole number.
  package mutating func add(_ key: String, _ value: some BinaryInteger) { addRaw(key, "\(value)") }
  /// Adds a number.
  package mutating func add(_ key: String, _ value: Double) { addRaw(key, Self.number(value)) }
  /// Adds a decimal number as it is written, exact to its last digit; `null` where there is none.
  package mutating func add(_ key: String, decimal text: String?) { addRaw(key, text ?? "null") }
  /// Adds a time in seconds.
  package mutating func add(_ key: String, _ value: Instant) { addRaw(key, Self.number(value.seconds)) }
  /// Adds a list of numbers.
  package mutating func add(_ key: String, _ values: [Double]) {
    addRaw(key, "[" + values.map(Self.number).joined(separator: ",") + "]")
  }
  package mutating func add(_ key: String, _ values: [String]) {
    addRaw(key, "[" + values.map { Self.quoted($0) }.joined(separator: ",") + "]")
  }
  /// Adds an object.
  package mutating func add(_ key: String, _ value: JSONLine) { addRaw(key, value.text) }
  /// Adds a list of objects.
  package mutating func add(_ key: String, _ values: [JSONLine]) {
    addRaw(key, "[" + values.map(\.text).joined(separator: ",") + "]")
  }

  private mutating func addRaw(_ key: String, _ value: String) {
    if !body.isEmpty { body += "," }
    body += Self.quoted(key) + ":" + value
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    guard let whole = Int64(exactly: value) else { return value.description }
    return whole.description
  }

  private static func quoted(_ text: some StringProtocol) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
