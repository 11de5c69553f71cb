import Characters
import Readings

/// A text that a person writes about a session.
enum NotedText {
  /// - Throws: a usage error for a text that is too long, that is blank, or that has an invisible character
  ///   that makes two texts differ or turns the line in which it is shown.
  static func check(_ text: String, called name: String, most: Int) throws(LapwingError) {
    guard text.count <= most, text.utf8.count <= 4 * most else {
      throw LapwingError(.usage, code: "too-long", "\(name) has \(text.count) characters; at most \(most) are kept")
    }
    if let hidden = HiddenCharacter.first(in: text) {
      let found = HiddenCharacter.name(hidden)
      throw LapwingError(
        .usage, code: "bad-text", "\(name) has a character that nobody sees (\(found)); write it without")
    }
    guard text.isEmpty || !text.allSatisfy(\.isWhitespace) else {
      throw LapwingError(
        .usage, code: "blank-text", "\(name) has only blanks; write a text, or leave it empty to delete what was there")
    }
  }
}
