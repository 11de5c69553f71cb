import Characters

/// Fits texts into lines of a width. Names come from files and may have any length and any characters.
package enum ShownText {
  /// The width of a sheet in columns of a terminal.
  package static let columns = 80

  /// How many columns of a terminal a text takes. East Asian characters and emoji take two.
  package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// A text that takes at most this many columns; what is left out is an ellipsis.
  package static func cut(_ text: String, to columns: Int) -> String {
    let text = HiddenCharacter.visible(text)
    guard width(text) > columns else { return text }
    var cut = "", taken = 1
    for character in text {
      taken += width(character)
      if taken > columns { break }
      cut.append(character)
    }
    while cut.last == " " { cut.removeLast() }
    return cut + "…"
  }

  /// A text in lines of at most this many columns, broken at spaces; a longer word is broken inside.
  /// - Parameters:
  ///   - indent: what precedes the first line.
  ///   - hanging: what precedes each further line.
  package static func wrapped(
    _ text: String, to columns: Int = columns, indent: String = "", hanging: String? = nil
  ) -> [String] {
    let hanging = hanging ?? indent
    var lines: [String] = [], line = indent, isEmpty = true
    for word in HiddenCharacter.visible(text).split(separator: " ") {
      var rest = String(word)
      if !isEmpty, width(line) + 1 + width(rest) > columns {
        lines.append(line)
        (line, isEmpty) = (hanging, true)
      }
      if !isEmpty { line.append(" ") }
      while width(line) + width(rest) > columns, rest.count > 1 {
        while let next = rest.first, width(line) + width(next) <= columns || line == hanging {
          line.append(rest.removeFirst())
        }
        lines.append(line)
        line = hanging
      }
      line += rest
      isEmpty = false
    }
    return isEmpty ? lines : lines + [line]
  }

  /// The same, with at most this many lines; the last ends with an ellipsis if something is left out.
  package static func wrapped(_ text: String, atMost count: Int, indent: String = "", hanging: String? = nil)
    -> [String]
  {
    let lines = wrapped(text, indent: indent, hanging: hanging)
    guard lines.count > count, count > 0 else { return lines }
    let last = lines[count - 1]
    return lines.prefix(count - 1) + [
      (width(last) < columns ? last : cut(String(last.dropLast()), to: columns - 1)) + "…"
    ]
  }

  /// Parts of an entry of a list with two spaces between them. What does not fit into a line begins an indented one.
  package static func parts(_ parts: [String]) -> [String] {
    var lines: [String] = []
    for part in parts.map(HiddenCharacter.visible) where !part.isEmpty {
      if let last = lines.last, width(last) + 2 + width(part) <= columns {
        lines[lines.count - 1] = "\(last)  \(part)"
      } else {
        lines += wrapped(part, indent: lines.isEmpty ? "" : "  ", hanging: "    ")
      }
    }
    return lines
  }

  /// Aligns columns: the first and the last to the left, numbers to the right. A first cell that is too long is wrapped.
  package static func table(_ head: [String], _ rows: [[String]], indent: String = "") -> [String] {
    let all = [head] + rows
    var widths = head.indices.map { column in all.map { width($0[column]) }.max() ?? 0 }
    let others = widths.dropFirst().reduce(width(indent)) { $0 + $1 + 2 }
    widths[0] = min(widths[0], max(columns - others, 10))
    return all.flatMap { row in
      let names = wrapped(row[0], to: widths[0])
      return (names.isEmpty ? [""] : names).enumerated().map { index, name in
        var line = indent + name + String(repeating: " ", count: max(0, widths[0] - width(name)))
        for column in row.indices.dropFirst() where index == 0 {
          let gap = String(repeating: " ", count: widths[column] - width(row[column]))
          line += "  " + (column == row.count - 1 ? row[column] : gap + row[column])
        }
        while line.last == " " { line.removeLast() }
        return line
      }
    }
  }
}
