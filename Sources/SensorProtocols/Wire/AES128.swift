import CMbedCrypto

/// AES with a key of 16 bytes.
package enum AES128 {
  /// Encrypts one block.
  /// - Parameters:
  ///   - block: 16 bytes, the highest first.
  ///   - key: 16 bytes, the highest first.
  /// - Returns: `nil` where either has another length.
  package static func encrypted(_ block: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard block.count == 16, key.count == 16 else { return nil }
    var output = [UInt8](repeating: 0, count: 16)
    return cmbedcrypto_aes_encrypt(key, block, &output) == 0 ? output : nil
  }
}
