/// The 16-byte key that decrypts the advertisements of an encrypted BTHome sensor. The user enters it as text.
package struct BindKey: Hashable, Sendable {
  private let value: UInt128

  /// Reads 32 hexadecimal digits; returns `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, text.allSatisfy(\.isHexDigit), let value = UInt128(text, radix: 16) else { return nil }
    self.value = value
  }

  var bytes: InlineArray<16, UInt8> {
    InlineArray { UInt8(truncatingIfNeeded: value >> UInt128(8 * (15 - $0))) }
  }
}
