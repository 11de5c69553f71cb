/// The key that the owner of an encrypted BTHome sensor has: 16 bytes.
package struct BindKey: Hashable, Sendable {
  private let value: UInt128

  /// Reads 32 hexadecimal digits; anything else is `nil`.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, text.allSatisfy(\.isHexDigit), let value = UInt128(text, radix: 16) else { return nil }
    self.value = value
  }

  var bytes: InlineArray<16, UInt8> {
    InlineArray { UInt8(truncatingIfNeeded: value >> UInt128(8 * (15 - $0))) }
  }
}
