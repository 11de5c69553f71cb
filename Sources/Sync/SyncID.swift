/// A UUID (RFC 9562): of a record, or of a device.
package struct SyncID: Hashable, Comparable, Sendable {
  private let high, low: UInt64

  /// - Parameter bits: random ones, or those of a hash; version and variant are set to 4 and 1.
  package init(high: UInt64, low: UInt64) {
    self.high = high & ~0xF000 | 0x4000
    self.low = low & ~(0b11 << 62) | 0b10 << 62
  }

  package static func random(using generator: inout some RandomNumberGenerator) -> SyncID {
    SyncID(high: generator.next(), low: generator.next())
  }

  package static func random() -> SyncID {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// Any UUID, in upper or lower case.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], text.utf8.allSatisfy({ $0 == 0x2D || Self.isDigit($0) }),
      let high = UInt64(parts[..<3].joined(), radix: 16), let low = UInt64(parts[3...].joined(), radix: 16)
    else { return nil }
    (self.high, self.low) = (high, low)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

  package var text: String {
    let digits = Self.hexadecimal(high) + Self.hexadecimal(low)
    var groups: [Substring] = [], rest = digits[...]
    for length in [8, 4, 4, 4, 12] {
      groups.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return groups.joined(separator: "-")
  }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  package static func < (left: SyncID, right: SyncID) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}

extension SyncID: Codable, CodingKeyRepresentable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let id = SyncID(text) else { throw SyncFault.badValue("“\(text.prefix(60))” is no UUID") }
    self = id
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  package var codingKey: any CodingKey { TextKey(stringValue: text) }

  package init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }

  private struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Why a value of another end cannot be used.
package enum SyncFault: Error, Sendable, Equatable {
  /// A sentence without its place.
  case badValue(String)
}
