package enum XMLText {
  /// A text for XML. Characters that XML does not allow and invisible ones are written as U+XXXX.
  package static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": escaped += HiddenCharacter.name(scalar)
      default:
        if HiddenCharacter.contains(scalar) {
          escaped += HiddenCharacter.name(scalar)
        } else {
          escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }
}
