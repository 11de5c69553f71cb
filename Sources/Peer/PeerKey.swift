import Readings

/// The secret of a pair, and which of the two this box is.
package struct PeerKey: Sendable, Equatable {
  /// The number of a box in this pair: the beginning of the digest of its public part when they were joined.
  package let own: UInt64
  package let other: UInt64
  private let secret: [UInt8]
  /// Each direction has a key of its own, so that a box refuses its own datagrams if they are sent back.
  package let sending: [UInt8]
  package let receiving: [UInt8]

  package init(own: UInt64, other: UInt64, secret: [UInt8]) {
    (self.own, self.other, self.secret) = (own, other, secret)
    sending = Self.key(of: own, secret)
    receiving = Self.key(of: other, secret)
  }

  private static func key(of sender: UInt64, _ secret: [UInt8]) -> [UInt8] {
    var message = Array("lapwing peer 1 from".utf8)
    message.append(sender)
    return PeerCode.sign(key: secret, message)
  }

  /// As the file holds it: a mark, both numbers and the secret, in hexadecimal digits.
  package var text: String {
    "lapwing-peer-1:\(Self.hex(own)):\(Self.hex(other)):\(secret.map { Self.hex($0) }.joined())"
  }

  /// - Returns: `nil` if this is no such text.
  package init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "lapwing-peer-1", parts[1].count == 16, parts[2].count == 16,
      parts[3].utf8.count == 64, let own = UInt64(parts[1], radix: 16), let other = UInt64(parts[2], radix: 16),
      own != other, parts.dropFirst().allSatisfy({ $0.utf8.allSatisfy(Self.isHex) })
    else { return nil }
    var secret: [UInt8] = []
    var rest = parts[3]
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      secret.append(byte)
      rest = rest.dropFirst(2)
    }
    self.init(own: own, other: other, secret: secret)
  }

  /// A number may not begin with a sign here.
  private static func isHex(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func hex(_ number: some FixedWidthInteger & UnsignedInteger) -> String {
    number.digits(number.bitWidth / 4, radix: 16)
  }
}
