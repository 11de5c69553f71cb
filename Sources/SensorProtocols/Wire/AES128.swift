import CMbedCrypto

/// AES with a key of 16 bytes. Bluetooth uses it to resolve private addresses.
package enum AES128 {
  /// Encrypts one block.
  /// Encrypts one block.
  /// - Parameters:
  ///   - block: 16 bytes, most significant first.
  ///   - key: 16 bytes, most significant first.
  /// - Returns: `nil` if the block or the key has another length.
  package static func encrypted(_ block: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard block.count == 16, key.count == 16 else { return nil }
    var output = [UInt8](repeating: 0, count: 16)
    return cmbedcrypto_aes_encrypt(key, block, &output) == 0 ? output : nil
  }
}
