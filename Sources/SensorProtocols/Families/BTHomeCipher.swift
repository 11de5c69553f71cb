import CMbedCrypto
import Readings

/// AES-CCM as BTHome uses it (bthome.io/encryption, bthome-ble): a tag of four bytes, and a nonce made of the device's
/// address, the service's UUID, in version 2 the info byte, and the counter. Version 1 authenticates one more byte,
/// 0x11.
///
/// All its data are on the stack; only Mbed TLS itself allocates one block of memory for each advertisement.
struct BTHomeCipher {
  private let key: BindKey
  /// The last four bytes are filled with the counter of each advertisement.
  private let nonce: InlineArray<13, UInt8>
  private let isVersion2: Bool
  private var nonceLength: Int { isVersion2 ? 13 : 12 }

  init(key: BindKey, address: DeviceAddress, uuid: UInt16, isVersion2: Bool, info: UInt8) {
    self.key = key
    self.isVersion2 = isVersion2
    nonce = InlineArray { place in
      switch place {
      case 0..<6: UInt8(truncatingIfNeeded: address.value >> UInt64(8 * (5 - place)))
      case 6: UInt8(truncatingIfNeeded: uuid)
      case 7: UInt8(truncatingIfNeeded: uuid >> 8)
      case 8: isVersion2 ? info : 0
      default: 0
      }
    }
  }

  /// Decrypts the bytes and passes them to `read`. Returns `nil` if the tag does not match: a different key, a
  /// different address, or damage.
  /// - Parameter trailer: counter and tag, four bytes each.
  func decrypted<Result>(_ cipher: RawSpan, trailer: RawSpan, read: (RawSpan) -> Result) -> Result? {
    guard trailer.byteCount == 8 else { return nil }
    var nonce = nonce
    var tag = InlineArray<4, UInt8>(repeating: 0)
    for place in 0..<4 {
      nonce[nonceLength - 4 + place] = trailer.uint8(at: place) ?? 0
      tag[place] = trailer.uint8(at: 4 + place) ?? 0
    }
    let (counted, signed) = (nonce, tag)
    // No nested closure below captures a span of the caller, because Swift 6.2 cannot compile that.
    return cipher.withUnsafeBytes { cipher in
      withUnsafeTemporaryAllocation(byteCount: max(1, cipher.count), alignment: 1) { plain in
        guard status(cipher, tag: signed, nonce: counted, into: plain) == 0 else { return nil }
        return read(UnsafeRawBufferPointer(plain).bytes.extracting(first: cipher.count))
      }
    }
  }

  private func status(
    _ cipher: UnsafeRawBufferPointer, tag: InlineArray<4, UInt8>, nonce: InlineArray<13, UInt8>,
    into plain: UnsafeMutableRawBufferPointer
  ) -> Int32 {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 34) { small in
      // Key, nonce, tag, and the byte that version 1 authenticates.
      let key = key.bytes
      for place in 0..<16 { small[place] = key[place] }
      for place in 0..<13 { small[16 + place] = nonce[place] }
      for place in 0..<4 { small[29 + place] = tag[place] }
      small[33] = 0x11
      guard let start = small.baseAddress else { return -1 }
      return cmbedcrypto_ccm_decrypt(
        start, start + 16, nonceLength, start + 33, isVersion2 ? 0 : 1, cipher.baseAddress, cipher.count, start + 29, 4,
        plain.baseAddress)
    }
  }
}
