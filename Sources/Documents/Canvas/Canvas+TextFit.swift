extension Canvas {
  /// A text that is at most this wide; an ellipsis stands for what is left out.
  package func cut(_ text: String, _ style: TextStyle, to limit: Double) -> String {
    guard width(text, style) > limit else { return text }
    // A name of a thousand characters is cut in a few steps.
    let characters = Array(text)
    var low = 0, high = characters.count
    while low < high {
      let middle = (low + high + 1) / 2
      if width(String(characters[..<middle]) + "…", style) <= limit { low = middle } else { high = middle - 1 }
    }
    return String(characters[..<low]) + "…"
  }

  /// A text in lines that are at most this wide, broken at spaces and line ends, and in a word that is wider than a line.
  /// - Parameter most: the largest number of lines; the last one then ends with an ellipsis.
  package func wrap(_ text: String, _ style: TextStyle, to limit: Double, most: Int = .max) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
      let longer = line.isEmpty ? word : line + " " + word
      if width(longer, style) <= limit {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      let pieces = broken(word, style, to: limit)
      lines += pieces.dropLast()
      line = pieces.last ?? ""
    }
    if !line.isEmpty { lines.append(line) }
    guard lines.count > max(most, 1) else { return lines }
    let rest = lines[(max(most, 1) - 1)...].joined(separator: " ")
    return Array(lines[..<(max(most, 1) - 1)]) + [cut(rest, style, to: limit)]
  }

  /// A word in pieces that fit; it always has a character in each, so that it ends for any width.
  private func broken(_ word: String, _ style: TextStyle, to limit: Double) -> [String] {
    var pieces: [String] = []
    var piece = ""
    for character in word {
      if !piece.isEmpty, width(piece + String(character), style) > limit {
        pieces.append(piece)
        piece = ""
      }
      piece.append(character)
    }
    return pieces + [piece]
  }
}
