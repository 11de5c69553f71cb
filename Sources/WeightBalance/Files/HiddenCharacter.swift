/// Characters that a person does not see but that change what a terminal or a page shows. A name that contains one could
/// look like another name, so data files may not contain them, and messages show them as U+XXXX.
package enum HiddenCharacter {
  /// Whether a character is a control character (C0, C1), a line separator, or changes the direction of text.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F: true
    // Arabic letter mark, left-to-right and right-to-left mark.
    case 0x061C, 0x200E, 0x200F: true
    // Line and paragraph separator; embeddings and overrides of direction; isolates.
    case 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The character as it is named in the Unicode Standard, such as `U+202E`.
  package static func name(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A text for a message, with these characters written as U+XXXX.
  package static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: contains) else { return text }
    return text.unicodeScalars.map { contains($0) ? name($0) : String($0) }.joined()
  }
}
