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

  /// A text for a message or a sheet. Characters that change what is shown are written as U+XXXX, and so are those without
  /// width if they carry no meaning: two names that look the same must not differ unseen.
  package static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { contains($0) || isWithoutWidth($0) }) else { return text }
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.map { isHidden($0, scalars) ? name(scalars[$0]) : String(scalars[$0]) }.joined()
  }

  /// The first character of a text that ``visible(_:)`` would name; `nil` if there is none.
  package static func first(in text: String) -> Unicode.Scalar? {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.first { isHidden($0, scalars) }.map { scalars[$0] }
  }

  private static func isHidden(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    contains(scalars[index]) || (isWithoutWidth(scalars[index]) && !hasMeaning(index, scalars))
  }

  /// Whether a character takes no room: soft hyphen, joiners, spaces without width, invisible operators and tags.
  private static func isWithoutWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B...0x200D, 0x2060...0x2064, 0x206A...0x206F,
      0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  /// Whether a character without width changes what its neighbours mean.
  private static func hasMeaning(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    let before = index > 0 ? scalars[index - 1] : nil
    let after = index + 1 < scalars.count ? scalars[index + 1] : nil
    switch scalars[index].value {
    case 0x200C, 0x200D:
      // Persian and Indic words need both joiners between letters; a joiner makes one emoji of two.
      guard let before, let after else { return false }
      if joinsLetters(before), joinsLetters(after) { return true }
      return scalars[index].value == 0x200D && isPartOfEmoji(before) && after.properties.isEmoji
    case 0xE0020...0xE007F: return isTagOfFlag(index, scalars)
    // Variants of ideographs.
    case 0xE0100...0xE01EF: return before?.properties.isIdeographic ?? false
    default: return false
    }
  }

  /// Whether a character belongs to a script in which letters join: from Arabic to Thaana, the scripts of India, Myanmar,
  /// Khmer and Mongolian, and the presentation forms of Arabic.
  private static func joinsLetters(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x08FF, 0x0900...0x0DFF, 0x1000...0x109F, 0x1780...0x18AF, 0xA840...0xA87F, 0xFB50...0xFDFF,
      0xFE70...0xFEFC:
      true
    default: false
    }
  }

  /// Whether a character can stand before the joiner of an emoji: an emoji, its variation selector or its skin tone.
  private static func isPartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0F || (scalar.properties.isEmoji && !scalar.isASCII)
  }

  /// Whether a tag belongs to the flag of a region: a black flag, tags and the tag that ends them.
  private static func isTagOfFlag(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    var first = index, last = index
    while first > 0, (0xE0020...0xE007E).contains(scalars[first - 1].value) { first -= 1 }
    while last < scalars.count, (0xE0020...0xE007E).contains(scalars[last].value) { last += 1 }
    return first > 0 && scalars[first - 1].value == 0x1F3F4 && last < scalars.count && scalars[last].value == 0xE007F
  }
}
