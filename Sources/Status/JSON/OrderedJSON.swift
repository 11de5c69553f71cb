/// Writes a value as JSON on one line, with its keys in the order in which they are encoded: that of its `CodingKeys`.
///
/// Foundation's `JSONEncoder` keeps no order of keys and writes numbers by rules of its own. Its `JSONDecoder` reads what
/// is written here. Several values may be encoded into one object, one after the other; then the object has the keys of
/// all. The threads of the views use this type; the critical loop never does.
package enum OrderedJSON {
  /// The whole text.
  ///
  /// No container here refuses a value, so only an `encode(to:)` that throws by itself could fail, and no such type is
  /// written. If one did, the text would end where it failed.
  package static func text(of value: some Encodable) -> String {
    let place = Place()
    try? value.encode(to: place)
    return place.text
  }
}

/// A decimal number that is written digit by digit as its text is; `null` for `nil`.
package struct JSONDecimal: Encodable, Sendable {
  private let text: String?

  package init(_ text: String?) { self.text = text }

  static let null = JSONDecimal(nil)

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    if let place = encoder as? Place { place.add(nil, text ?? "null") } else { try value.encode(text) }
  }
}

private final class Place: Encoder {
  private enum Shape {
    case nothing
    case single
    case object
    case list
  }

  /// A part of the value: a text, or a place that is filled later.
  private enum Part {
    case text(String)
    case place(Place)
  }

  private var shape = Shape.nothing
  /// What is written of it, with the key of each member of an object in quotation marks.
  private var parts: [(key: String?, value: Part)] = []
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { parts.count }

  var text: String {
    switch shape {
    case .nothing: "null"
    case .single: body
    case .object: "{" + body + "}"
    case .list: "[" + body + "]"
    }
  }

  /// What stands between the brackets.
  var body: String {
    var body = ""
    for (key, value) in parts {
      if !body.isEmpty { body += "," }
      if let key { body += key + ":" }
      switch value {
      case .text(let text): body += text
      case .place(let place): body += place.text
      }
    }
    return body
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    shape = .object
    return KeyedEncodingContainer(Members(place: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    shape = .list
    return Values(place: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    shape = .single
    return Values(place: self)
  }

  func add(_ key: (any CodingKey)?, _ text: String) {
    parts.append((key.map { JSONText.quoted($0.stringValue) }, .text(text)))
  }

  func addPlace(_ key: (any CodingKey)?) -> Place {
    let place = Place()
    parts.append((key.map { JSONText.quoted($0.stringValue) }, .place(place)))
    return place
  }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: Place
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { place.add(key, "null") }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    if let text = scalar(value) { place.add(key, text) } else { try value.encode(to: place.addPlace(key)) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    place.addPlace(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place.addPlace(key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { place.addPlace(NameKey(stringValue: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { place.addPlace(key) }
}

/// The values of a list, or a single value.
private struct Values: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let place: Place
  var codingPath: [any CodingKey] { [] }
  var count: Int { place.count }

  func encodeNil() { place.add(nil, "null") }
  func encode(_ value: some Encodable) throws {
    if let text = scalar(value) { place.add(nil, text) } else { try value.encode(to: place.addPlace(nil)) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    place.addPlace(nil).container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place.addPlace(nil).unkeyedContainer() }
  func superEncoder() -> any Encoder { place.addPlace(nil) }
}

/// The text of a value that is no object and no list, and that encodes itself as itself; `nil` for any other.
private func scalar<Value: Encodable>(_ value: Value) -> String? {
  switch value {
  case let value as Bool: value ? "true" : "false"
  case let value as String: JSONText.quoted(value)
  case let value as Double: JSONText.number(value)
  case let value as Float: JSONText.number(Double(value))
  case let value as any BinaryInteger & Encodable: value.description
  default: nil
  }
}
