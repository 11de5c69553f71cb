import CMbedCrypto
import FoundationEssentials
import Readings

/// HMAC-SHA256 (RFC 2104), by Mbed TLS.
package enum MessageCode {
  package static func sha256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    // It fails only without memory.
    _ = cmbedcrypto_hmac_sha256(key, key.count, message, message.count, &code)
    return code
  }

  /// The beginning of the code as text, for a person's button: 80 bits are enough for what can be tried over a network.
  package static func short(key: String, _ message: String, bytes: Int = 10) -> String {
    sha256(key: Array(key.utf8), Array(message.utf8)).prefix(bytes).map { $0.digits(2, radix: 16) }.joined()
  }
}

/// The signature of Standard Webhooks 1.0 (standardwebhooks.com): `v1,` and the code of `id.timestamp.body` in Base64.
package struct WebhookSignature: Sendable {
  private let key: [UInt8]

  /// - Parameter secret: `whsec_` and 24 to 64 bytes in Base64.
  /// - Returns: `nil` if this is no such secret.
  package init?(secret: String) {
    guard secret.hasPrefix("whsec_"), let data = Data(base64Encoded: String(secret.dropFirst(6))),
      (24...64).contains(data.count)
    else { return nil }
    key = Array(data)
  }

  /// - Parameter seconds: the time of this attempt, since 1970.
  package func text(id: String, seconds: Int64, body: [UInt8]) -> String {
    let code = MessageCode.sha256(key: key, Array("\(id).\(seconds).".utf8) + body)
    return "v1," + Data(code).base64EncodedString()
  }
}
