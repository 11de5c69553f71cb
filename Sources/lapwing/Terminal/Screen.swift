import Glibc
import Readings
import System

/// A terminal whose lines can be painted again (ECMA-48 control sequences).
struct Screen {
  static var isUsable: Bool {
    guard isatty(STDOUT_FILENO) == 1, environment("NO_COLOR") == nil else { return false }
    return !["", "dumb"].contains(environment("TERM") ?? "")
  }

  enum Colour: Int {
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case grey = 90
  }

  private var isEntered = false

  /// Paints lines over the previous ones, on the alternate screen, which leaves no trace. Text that does not fit is cut
  /// off at the right and at the bottom.
  mutating func paint(_ lines: [String]) throws(LapwingError) {
    let size = Output.standard.terminalSize ?? (columns: 80, rows: 24)
    var text = isEntered ? "\u{1B}[H" : "\u{1B}[?1049h\u{1B}[?25l\u{1B}[H"
    let fitting = lines.count <= size.rows ? lines : lines.prefix(max(0, size.rows - 1)) + ["… more"]
    text += fitting.map { Self.cut($0, to: size.columns) + "\u{1B}[0m\u{1B}[K" }.joined(separator: "\r\n")
    text += "\u{1B}[J"
    try Output.standard.write(text)
    isEntered = true
  }

  /// Returns to the normal screen and prints the last lines there.
  func leave(showing lines: [String]) throws(LapwingError) {
    try Output.standard.write("\u{1B}[?1049l\u{1B}[?25h" + lines.joined(separator: "\n") + "\n")
  }

  static func coloured(_ text: String, _ colour: Colour, isBold: Bool = false) -> String {
    "\u{1B}[\(isBold ? "1;" : "")\(colour.rawValue)m\(text)\u{1B}[0m"
  }

  /// Cuts a line so that it does not wrap; control sequences do not count.
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
