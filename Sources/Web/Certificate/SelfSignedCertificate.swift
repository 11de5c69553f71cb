import CMbedCrypto
import FoundationEssentials
import Readings

/// A certificate that the box makes for itself: X.509 version 3 (RFC 5280) with a key of the curve P-256 (RFC 5480).
///
/// It holds from 2018 to the end of 2049. A box without a clock does not know the time, so it must not begin today; a
/// phone must not have to be shown a new fingerprint each year; and Apple's systems refuse a long one that began after
/// 1 July 2019 (support.apple.com/103769). It is no authority: a browser that trusts it trusts this box, and no other
/// site with its key.
package struct SelfSignedCertificate: Sendable {
  /// When it ends, in seconds since 1970: 2049-12-31 23:59:59, the last time that has a short form (RFC 5280, 4.1.2.5).
  package static let end: Int64 = 2_524_607_999
  /// The certificate, and its key as `ECPrivateKey` (RFC 5915).
  package let certificate: [UInt8]
  package let key: [UInt8]

  /// - Parameters:
  ///   - names: of the machine; the first is the subject.
  ///   - addresses: of the machine, 4 or 16 bytes each.
  /// - Throws: `unavailable` if the kernel gives no random numbers.
  package init(names: [String], addresses: [[UInt8]]) throws(LapwingError) {
    var secret = [UInt8](repeating: 0, count: 32), point = [UInt8](repeating: 0, count: 65)
    guard cmbedcrypto_p256_new_key(&secret, &point) == 0 else { throw Self.fault }
    var random = SystemRandomNumberGenerator()
    // At least 64 random bits, and not zero (RFC 5280, 4.1.2.2).
    let serial = [0x01] + (0..<15).map { _ in UInt8.random(in: 0...255, using: &random) }
    let name = DER.sequence(
      DER.set(DER.sequence(DER.name(OID.commonName), DER.text(String((names.first ?? "lapwing").prefix(64))))))
    let body = DER.sequence(
      DER.tagged(0, DER.number([2])), DER.number(serial), DER.sequence(DER.name(OID.ecdsaWithSHA256)), name,
      DER.sequence(DER.time("180101000000Z"), DER.time("491231235959Z")), name,
      DER.sequence(DER.sequence(DER.name(OID.publicKey), DER.name(OID.p256)), DER.bits(point)),
      DER.tagged(3, Self.extensions(names, addresses)))
    let signature = try Self.sign(body, secret)
    certificate = DER.sequence(body, DER.sequence(DER.name(OID.ecdsaWithSHA256)), DER.bits(signature))
    key = DER.sequence(
      DER.number([1]), DER.octets(secret), DER.tagged(0, DER.name(OID.p256)), DER.tagged(1, DER.bits(point)))
  }

  /// Key and certificate in one text, so that they are written together or not at all.
  package var pem: String { PEM.text("EC PRIVATE KEY", key) + PEM.text("CERTIFICATE", certificate) }

  private static func extensions(_ names: [String], _ addresses: [[UInt8]]) -> [UInt8] {
    // Only letters of ASCII may be in a name of DNS (RFC 5280, 4.2.1.6).
    let names = names.filter { $0.utf8.allSatisfy { (0x21..<0x7F).contains($0) } }
    let all = names.map(entry) + addresses.map { DER.value(0x87, $0) }
    return DER.sequence(
      // Critical: no authority, and a key that only signs.
      DER.sequence(DER.name(OID.basicConstraints), DER.yes, DER.octets(DER.sequence())),
      DER.sequence(DER.name(OID.keyUsage), DER.yes, DER.octets(DER.bits([0x80], unused: 7))),
      DER.sequence(DER.name(OID.extendedKeyUsage), DER.octets(DER.sequence(DER.name(OID.serverAuthentication)))),
      DER.sequence(DER.name(OID.alternativeNames), DER.octets(DER.value(0x30, all.flatMap(\.self)))))
  }

  /// A name among the alternative names, as it stands in the certificate.
  package static func entry(_ name: String) -> [UInt8] { DER.value(0x82, Array(name.utf8)) }

  private static func sign(_ body: [UInt8], _ secret: [UInt8]) throws(LapwingError) -> [UInt8] {
    var r = [UInt8](repeating: 0, count: 32), s = r
    let hash = Fingerprint.sha256(body)
    guard hash.count == 32, cmbedcrypto_p256_sign(secret, hash, &r, &s) == 0 else { throw fault }
    return DER.sequence(DER.number(r), DER.number(s))
  }

  private static var fault: LapwingError {
    LapwingError(.unavailable, code: "no-certificate", "no certificate can be made: the kernel gives no random numbers")
  }

  /// Names of things, from RFC 5280 and RFC 5480.
  private enum OID {
    static let commonName: [UInt8] = [0x55, 0x04, 0x03]
    static let keyUsage: [UInt8] = [0x55, 0x1D, 0x0F]
    static let alternativeNames: [UInt8] = [0x55, 0x1D, 0x11]
    static let basicConstraints: [UInt8] = [0x55, 0x1D, 0x13]
    static let extendedKeyUsage: [UInt8] = [0x55, 0x1D, 0x25]
    static let serverAuthentication: [UInt8] = [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01]
    static let publicKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    static let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    static let ecdsaWithSHA256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
  }
}

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

  package static func name(_ bytes: [UInt8]) -> [UInt8] { value(0x06, bytes) }

  /// A time from 1950 to 2049, as YYMMDDHHMMSSZ.
  package static func time(_ text: String) -> [UInt8] { value(0x17, Array(text.utf8)) }

  /// A value with a number of its own in place of its kind.
  package static func tagged(_ number: UInt8, _ content: [UInt8]) -> [UInt8] { value(0xA0 | number, content) }
}

/// The text form of keys and certificates (RFC 7468).
package enum PEM {
  package static func text(_ label: String, _ bytes: [UInt8]) -> String {
    var rest = Substring(Data(bytes).base64EncodedString())
    var lines: [Substring] = []
    while !rest.isEmpty {
      lines.append(rest.prefix(64))
      rest = rest.dropFirst(64)
    }
    return "-----BEGIN \(label)-----\n\(lines.joined(separator: "\n"))\n-----END \(label)-----\n"
  }
}
