/// Values in DER, the one way to write ASN.1 that certificates use (X.690). What a length of up to 65,535 bytes needs, and no more.
package enum DER {
  package static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      switch count {
      case ..<0x80: [UInt8(truncatingIfNeeded: count)]
      case ..<0x100: [0x81, UInt8(truncatingIfNeeded: count)]
      default: [0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
      }
    return [tag] + length + content
  }

  package static func sequence(_ parts: [UInt8]...) -> [UInt8] { value(0x30, parts.flatMap(\.self)) }
  package static func set(_ parts: [UInt8]...) -> [UInt8] { value(0x31, parts.flatMap(\.self)) }
  package static func octets(_ bytes: [UInt8]) -> [UInt8] { value(0x04, bytes) }
  package static func text(_ text: String) -> [UInt8] { value(0x0C, Array(text.utf8)) }
  package static let yes: [UInt8] = [0x01, 0x01, 0xFF]

  /// Bits, of which the last byte leaves some unused.
  package static func bits(_ bytes: [UInt8], unused: UInt8 = 0) -> [UInt8] { value(0x03, [unused] + bytes) }

  /// A number that is not negative, from its bytes with the largest first.
  package static func number(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array(bytes.drop { $0 == 0 })
    guard let first = digits.first else { return value(0x02, [0]) }
    return value(0x02, first < 0x80 ? digits : [0] + digits)
  }

  /// The name of a thing, by the bytes of its number.
  package static func name(_ bytes: [UInt8]) -> [UInt8] { value(0x06, bytes) }

  /// A time from 1950 to 2049, as YYMMDDHHMMSSZ.
  package static func time(_ text: String) -> [UInt8] { value(0x17, Array(text.utf8)) }

  /// A value with a number of its own in place of its kind.
  package static func tagged(_ number: UInt8, _ content: [UInt8]) -> [UInt8] { value(0xA0 | number, content) }
}
