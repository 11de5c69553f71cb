import CMbedCrypto

/// The three pieces of cryptography of a pair, by Mbed TLS, which is linked for the ciphers of sensors anyway: no second library
/// for 200 bytes a second.
package enum PeerCode {
  /// HMAC-SHA256 (RFC 2104), 32 bytes; empty if there is no memory for it, which no code equals.
  package static func sign(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    return cmbedcrypto_hmac_sha256(key, key.count, message, message.count, &code) == 0 ? code : []
  }

  /// SHA-256, 32 bytes; empty like ``sign(key:_:)``.
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    return cmbedcrypto_sha256(message, message.count, &digest) == 0 ? digest : []
  }

  private static let base: [UInt8] = [9] + [UInt8](repeating: 0, count: 31)

  /// The public part of a secret of 32 random bytes (X25519, RFC 7748).
  package static func publicPart(of secret: [UInt8]) -> [UInt8]? { shared(secret, base) }

  /// What both sides can calculate, each from its secret and the other's public part.
  /// - Returns: `nil` if no honest side sends this point (RFC 7748, section 6.1).
  package static func shared(_ secret: [UInt8], _ point: [UInt8]) -> [UInt8]? {
    guard secret.count == 32, point.count == 32 else { return nil }
    var product = [UInt8](repeating: 0, count: 32)
    guard cmbedcrypto_x25519(secret, point, &product) == 0, product.contains(where: { $0 != 0 }) else { return nil }
    return product
  }

  /// Whether two codes are equal, in a time that does not depend on where they differ.
  package static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension [UInt8] {
  /// A number as bytes, the highest first.
  mutating func append(_ number: some FixedWidthInteger) {
    var shift = type(of: number).bitWidth - 8
    while shift >= 0 {
      append(UInt8(truncatingIfNeeded: number >> shift))
      shift -= 8
    }
  }
}

/// Reads numbers from the front of bytes. Missing ones read as zero; the caller has checked the length.
struct ByteCursor {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func number<Number: FixedWidthInteger>() -> Number {
    var number: Number = 0
    for _ in 0..<(Number.bitWidth / 8) { number = number << 8 | Number(truncatingIfNeeded: rest.popFirst() ?? 0) }
    return number
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
