import Appliance
import Glibc

/// A terminal that can be painted over (ECMA-48 control sequences).
struct Screen {
  /// Whether standard output is a terminal with colours.
  static var isUsable: Bool {
    guard isatty(STDOUT_FILENO) == 1, environment("NO_COLOR") == nil else { return false }
    return !["", "dumb"].contains(environment("TERM") ?? "")
  }

  /// Colours, by their SGR number.
  enum Colour: Int {
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case grey = 90
  }

  private var paintedLines = 0

  /// Paints lines over the ones that were painted before.
  mutating func paint(_ lines: [String]) throws(ApplianceError) {
    let width = Output.standard.terminalWidth ?? 80
    var text = "\u{1B}[?25l"
    if paintedLines > 0 { text += "\u{1B}[\(paintedLines)F" }
    for line in lines { text += Self.cut(line, to: width) + "\u{1B}[0m\u{1B}[K\n" }
    text += "\u{1B}[J"
    paintedLines = lines.count
    try Output.standard.write(text)
  }

  /// Shows the cursor again.
  func leave() throws(ApplianceError) { try Output.standard.write("\u{1B}[?25h") }

  /// A text in a colour.
  static func coloured(_ text: String, _ colour: Colour, isBold: Bool = false) -> String {
    "\u{1B}[\(isBold ? "1;" : "")\(colour.rawValue)m\(text)\u{1B}[0m"
  }

  /// Cuts a line so that it does not wrap, control sequences not counted.
  private static func cut(_ line: String, to width: Int) -> String {
    var cut = ""
    var shown = 0
    var isSequence = false
    for character in line {
      if character == "\u{1B}" { isSequence = true }
      if !isSequence {
        shown += 1
        if shown > width { continue }
      }
      cut.append(character)
      if isSequence, character.isLetter { isSequence = false }
    }
    return cut
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
