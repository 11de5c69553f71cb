extension StringProtocol {
  /// Words of others as one line that shows nothing else than it says: control characters, ends of lines and marks that turn the
  /// direction of text become blanks.
  var plainWords: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(scalar.isPlain ? scalar : " ") }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var isPlain: Bool {
    switch value {
    // Embeddings, overrides and isolates of direction (UAX #9).
    case 0x202A...0x202E, 0x2066...0x2069: return false
    default: break
    }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }
}
