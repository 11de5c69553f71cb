import CMbedCrypto
import Readings

/// The SHA-256 of a certificate, as browsers show it: people recognise the certificate by it.
package struct Fingerprint: Sendable, Equatable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// - Parameter certificate: in DER.
  package init(of certificate: [UInt8]) { bytes = Self.sha256(certificate) }

  /// Such as 3A:09:…, 32 bytes.
  package var description: String {
    bytes.map { $0.digits(2, radix: 16, uppercase: true) }.joined(separator: ":")
  }

  package static func sha256(_ message: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: 32)
    return cmbedcrypto_sha256(message, message.count, &hash) == 0 ? hash : []
  }
}
