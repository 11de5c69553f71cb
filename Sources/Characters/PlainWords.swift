extension StringProtocol {
  /// Words of others as one line that shows nothing else than it says: control characters, ends of lines and marks that turn the
  /// direction of text become blanks.
  package var plainWords: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(HiddenCharacter.contains(scalar) ? " " : scalar) }
    return String(result)
  }
}
