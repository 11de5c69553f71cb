/// Fields of a certificate, as bytes: those of the TBSCertificate in RFC 5280, section 4.1.
package struct CertificateFields {
  package let issuer: [UInt8]
  package let subject: [UInt8]
  /// The number of the algorithm by which it is signed.
  private let signature: [UInt8]
  private let keyAlgorithm: [UInt8]
  private let key: [UInt8]

  /// - Returns: `nil` if this is no certificate.
  package init?(der: [UInt8]) {
    guard let certificate = Self.elements(der[...], most: 1).first else { return nil }
    let outer = Self.elements(certificate.content, most: 3)
    guard outer.count == 3 else { return nil }
    var fields = Self.elements(outer[0].content, most: 7)
    // The version has a tag of its own, and may be missing.
    if fields.first?.tag == 0xA0 { fields.removeFirst() }
    // Serial number, algorithm, issuer, validity, subject, key.
    guard fields.count >= 6 else { return nil }
    issuer = Array(fields[2].content)
    subject = Array(fields[4].content)
    signature = Self.elements(outer[1].content, most: 1).first.map { Array($0.content) } ?? []
    let key = Self.elements(fields[5].content, most: 2)
    keyAlgorithm = key.first.flatMap { Self.elements($0.content, most: 1).first }.map { Array($0.content) } ?? []
    self.key = key.last.map { Array($0.content) } ?? []
  }

  /// RSA with SHA-256, -384 and -512, and with PSS (which BoringSSL takes with these only); ECDSA with the same; Ed25519.
  private static let goodSignatures: [[UInt8]] =
    [0x0A, 0x0B, 0x0C, 0x0D].map { rsa + [$0] }
    + [0x02, 0x03, 0x04].map { [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, $0] } + [[0x2B, 0x65, 0x70]]
  private static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]

  /// Whether it is signed by SHA-256 or better, and an RSA key has 2048 bits or more.
  package var isStrong: Bool {
    guard Self.goodSignatures.contains(signature) else { return false }
    guard keyAlgorithm == Self.rsa + [0x01] else { return true }
    // A string of bits, whose first byte says how many are unused, with a sequence of modulus and exponent.
    let modulus = Self.elements(key.dropFirst(), most: 1).first.flatMap { Self.elements($0.content, most: 1).first }
    let digits = (modulus?.content ?? []).drop { $0 == 0 }
    return digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0) >= 2048
  }

  private static func elements(_ bytes: ArraySlice<UInt8>, most: Int) -> [Element] {
    var rest = bytes, found: [Element] = []
    while found.count < most, let next = element(rest) {
      found.append(next)
      rest = next.rest
    }
    return found
  }

  private struct Element {
    let tag: UInt8
    let content: ArraySlice<UInt8>
    let rest: ArraySlice<UInt8>
  }

  /// The first element (X.690: tag, length in one byte, or in as many as its low bits say).
  private static func element(_ bytes: ArraySlice<UInt8>) -> Element? {
    guard let tag = bytes.first, let short = bytes.dropFirst().first else { return nil }
    var rest = bytes.dropFirst(2)
    var length = Int(short)
    if short & 0x80 != 0 {
      let count = Int(short & 0x7F)
      guard (1...3).contains(count), rest.count >= count else { return nil }
      length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(count)
    }
    guard length <= rest.count else { return nil }
    return Element(tag: tag, content: rest.prefix(length), rest: rest.dropFirst(length))
  }
}
