import Characters

/// A name that people read: of a person, of a box, of what leaves it. It stands on one line beside other text, and two names
/// that look the same must not differ unseen.
package enum ShownName {
  /// In characters.
  package static let longest = 40
  /// Of an address, in characters.
  package static let longestAddress = 120

  /// Whether a text may be one: not too long, not blank, and without an invisible character.
  package static func isValid(_ text: String, longest: Int = longest) -> Bool {
    (1...longest).contains(text.count) && HiddenCharacter.first(in: text) == nil
      && text.unicodeScalars.allSatisfy { !$0.properties.isNoncharacterCodePoint }
      && text.contains { !$0.isWhitespace }
  }
}
