import Readings

/// One JSON object on one line, with its keys in the order in which they were added.
///
/// It is for the output of commands that Lapwing itself does not read. Whatever Lapwing reads again is a `Codable` value
/// and is written by ``OrderedJSON``, by the same rules; its members can be added to a line too.
package struct JSONLine: Sendable {
  private var body = ""

  package init() {}

  /// The whole line, without its end.
  package var text: String { "{\(body)}" }

  /// Adds a text.
  package mutating func add(_ key: String, _ value: some StringProtocol) { addRaw(key, JSONText.quoted(value)) }
  /// Adds `true` or `false`.
  package mutating func add(_ key: String, _ value: Bool) { addRaw(key, value ? "true" : "false") }
  /// Adds a whole number.
  package mutating func add(_ key: String, _ value: some BinaryInteger) { addRaw(key, "\(value)") }
  /// Adds a number.
  package mutating func add(_ key: String, _ value: Double) { addRaw(key, JSONText.number(value)) }
  /// Adds a decimal number digit by digit as it is written; `null` for `nil`.
  package mutating func add(_ key: String, decimal text: String?) { addRaw(key, text ?? "null") }
  /// Adds a time in seconds.
  package mutating func add(_ key: String, _ value: Instant) { addRaw(key, JSONText.number(value.seconds)) }
  /// Adds a list of numbers.
  package mutating func add(_ key: String, _ values: [Double]) {
    addRaw(key, "[" + values.map(JSONText.number).joined(separator: ",") + "]")
  }
  package mutating func add(_ key: String, _ values: [String]) {
    addRaw(key, "[" + values.map { JSONText.quoted($0) }.joined(separator: ",") + "]")
  }
  /// Adds an object.
  package mutating func add(_ key: String, _ value: JSONLine) { addRaw(key, value.text) }
  /// Adds a list of objects.
  package mutating func add(_ key: String, _ values: [JSONLine]) {
    addRaw(key, "[" + values.map(\.text).joined(separator: ",") + "]")
  }

  /// Adds the members of a value that is written as an object.
  package mutating func add(membersOf value: some Encodable) {
    let members = OrderedJSON.members(of: value)
    guard !members.isEmpty else { return }
    if !body.isEmpty { body += "," }
    body += members
  }

  /// Rounds to a hundredth: finer than any sensor here, and without digits that only binary fractions cause.
  package static func rounded(_ value: Double) -> Double { JSONText.rounded(value) }

  private mutating func addRaw(_ key: String, _ value: String) {
    if !body.isEmpty { body += "," }
    body += JSONText.quoted(key) + ":" + value
  }
}
