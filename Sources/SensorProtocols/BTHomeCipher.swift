import CMbedCrypto
import Readings

/// The key that the owner of an encrypted BTHome sensor has: 16 bytes.
public struct BindKey: Hashable, Sendable {
  private let value: UInt128

  /// Reads 32 hexadecimal digits; anything else is `nil`.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, text.allSatisfy(\.isHexDigit), let value = UInt128(text, radix: 16) else { return nil }
    self.value = value
  }

  fileprivate var bytes: [UInt8] { (0..<16).map { UInt8(truncatingIfNeeded: value >> UInt128(8 * (15 - $0))) } }
}

/// AES-CCM as BTHome uses it (bthome.io/encryption, bthome-ble): a tag of four bytes, and a nonce of the device's address,
/// the service's UUID, in version 2 the info byte, and the counter. Version 1 authenticates one more byte, 0x11.
struct BTHomeCipher {
  private let key: BindKey
  private let nonce: [UInt8]
  private let authenticated: [UInt8]

  init(key: BindKey, address: DeviceAddress, isVersion2: Bool, info: UInt8) {
    self.key = key
    let uuid = isVersion2 ? BTHome.version2 : BTHome.version1Encrypted
    nonce =
      (0..<6).map { UInt8(truncatingIfNeeded: address.value >> UInt64(8 * (5 - $0))) }
      + [UInt8(truncatingIfNeeded: uuid), UInt8(truncatingIfNeeded: uuid >> 8)] + (isVersion2 ? [info] : [])
    authenticated = isVersion2 ? [] : [0x11]
  }

  /// The plain bytes, or `nil` where the tag does not fit: another key, another address, or damage.
  /// - Parameter trailer: counter and tag, four bytes each.
  func decrypted(_ cipher: RawSpan, trailer: RawSpan) -> [UInt8]? {
    func array(_ bytes: RawSpan, _ range: Range<Int>) -> [UInt8] { range.compactMap { bytes.uint8(at: $0) } }
    guard trailer.byteCount == 8 else { return nil }
    let input = array(cipher, 0..<cipher.byteCount)
    let nonce = nonce + array(trailer, 0..<4)
    let tag = array(trailer, 4..<8)
    var plain = [UInt8](repeating: 0, count: input.count)
    let status = cmbedcrypto_ccm_decrypt(
      key.bytes, nonce, nonce.count, authenticated, authenticated.count, input, input.count, tag, tag.count, &plain)
    return status == 0 ? plain : nil
  }
}
