/// A surface that charts and documents are drawn on. One drawing serves for SVG and for PDF.
///
/// Lengths are in points, and `y` grows downwards from the upper left corner.
package protocol Canvas: AnyObject {
  func line(_ from: Point, _ to: Point, _ stroke: Stroke)
  func polyline(_ points: [Point], _ stroke: Stroke)
  func polygon(_ points: [Point], fill: Ink?, stroke: Stroke?)
  func rectangle(_ box: Box, fill: Ink?, stroke: Stroke?)
  /// Writes a text in one line, with its baseline at a point.
  func text(_ text: String, _ at: Point, _ style: TextStyle)
  /// How wide a text is on this canvas; of a canvas without a font, how wide it is at most.
  func width(_ text: String, _ style: TextStyle) -> Double
  /// Draws nothing outside a box until `endClip`.
  func beginClip(_ box: Box)
  func endClip()
}

package struct Point: Sendable, Equatable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

package struct Box: Sendable, Equatable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var right: Double { x + width }
  package var bottom: Double { y + height }
}

/// How a line is drawn. A dash has whole lengths, because PDF libraries accept no others.
package struct Stroke: Sendable, Equatable {
  package var ink: Ink
  package var width: Double
  package var dash: (UInt16, UInt16)?

  package init(_ ink: Ink, width: Double = 1, dash: (UInt16, UInt16)? = nil) {
    self.ink = ink
    self.width = width
    self.dash = dash
  }

  package static func == (left: Stroke, right: Stroke) -> Bool {
    left.ink == right.ink && left.width == right.width && left.dash?.0 == right.dash?.0
      && left.dash?.1 == right.dash?.1
  }
}

package struct TextStyle: Sendable, Equatable {
  package enum Alignment: Sendable { case start, middle, end }

  package var size: Double
  package var isBold: Bool
  package var alignment: Alignment
  package var ink: Ink

  package init(size: Double = 9, bold isBold: Bool = false, _ alignment: Alignment = .start, _ ink: Ink = .text) {
    self.size = size
    self.isBold = isBold
    self.alignment = alignment
    self.ink = ink
  }
}

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
