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

/// How a text is drawn.
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
