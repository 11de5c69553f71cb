import FoundationEssentials

/// Text in lines of at most 76 characters of ASCII (RFC 2045, section 6.7).
enum QuotedPrintable {
  private static let longestLine = 76

  static func text(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line(String($0)) }
      .joined(separator: "\r\n")
  }

  private static func line(_ text: String) -> String {
    var lines: [String] = []
    var line = ""
    let bytes = Array(text.utf8)
    for (place, byte) in bytes.enumerated() {
      let isLast = place == bytes.count - 1
      // A blank at the end of a line is lost on the way.
      let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || (byte == 0x20 && !isLast)
      let piece = isPlain ? String(Unicode.Scalar(byte)) : HexByte.text(byte, after: "=")
      if line.utf8.count + piece.utf8.count > longestLine - 1 {
        lines.append(line + "=")
        line = ""
      }
      line += piece
    }
    lines.append(line)
    return lines.joined(separator: "\r\n")
  }
}

/// Words of a header that are not ASCII (RFC 2047, encoding B).
enum EncodedWord {
  /// In bytes: 4/3 of them and the frame of 12 are at most 75.
  private static let longestPart = 42
  private static let longestLine = 76

  /// The value of a header, folded.
  /// - Parameter used: the characters that the line has already.
  static func header(_ text: String, after used: Int) -> String {
    let text = String(text.map { $0.isNewline ? " " : $0 })
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
    if isPlain, used + text.utf8.count <= longestLine { return text }
    var words: [String] = []
    var part: [UInt8] = []
    for character in text {
      let bytes = Array(String(character).utf8)
      // A character is never cut in two.
      if part.count + bytes.count > longestPart, !part.isEmpty {
        words.append(word(part))
        part = []
      }
      part += bytes
    }
    words.append(word(part))
    return words.joined(separator: "\r\n ")
  }

  private static func word(_ bytes: [UInt8]) -> String { "=?UTF-8?B?\(Data(bytes).base64EncodedString())?=" }
}

enum HexByte {
  static func text(_ byte: UInt8, after mark: String) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "\(mark)0\(digits)" : mark + digits
  }
}
