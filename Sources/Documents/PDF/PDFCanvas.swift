import CHaru

package final class PDFCanvas: Canvas {
  /// Keeps the document alive.
  private let owner: AnyObject
  private let document: OpaquePointer
  private let text: PDFText
  private let height: Double

  init(_ owner: AnyObject, _ document: OpaquePointer, _ text: PDFText, height: Double) {
    (self.owner, self.document, self.text, self.height) = (owner, document, text, height)
  }

  package func line(_ from: Point, _ to: Point, _ stroke: Stroke) { polyline([from, to], stroke) }

  package func polyline(_ points: [Point], _ stroke: Stroke) {
    guard points.count > 1 else { return }
    set(stroke)
    trace(points)
    charu_stroke(document)
  }

  package func polygon(_ points: [Point], fill: Ink?, stroke: Stroke?) {
    guard points.count > 1 else { return }
    if let fill {
      set(fill)
      trace(points)
      charu_close_path(document)
      charu_fill(document)
    }
    if let stroke {
      set(stroke)
      trace(points)
      charu_close_path(document)
      charu_stroke(document)
    }
  }

  package func rectangle(_ box: Box, fill: Ink?, stroke: Stroke?) {
    let (x, y) = (Self.number(box.x), flipped(box.bottom))
    let (width, height) = (Self.number(max(0, box.width)), Self.number(max(0, box.height)))
    if let fill {
      set(fill)
      charu_rectangle(document, x, y, width, height)
      charu_fill(document)
    }
    if let stroke {
      set(stroke)
      charu_rectangle(document, x, y, width, height)
      charu_stroke(document)
    }
  }

  package func text(_ text: String, _ at: Point, _ style: TextStyle) {
    let pieces = self.text.pieces(text, isBold: style.isBold)
    let widths = pieces.map { Double(self.text.advance($0)) * style.size / 1000 }
    let width = widths.reduce(0, +)
    var x =
      switch style.alignment {
      case .start: at.x
      case .middle: at.x - width / 2
      case .end: at.x - width
      }
    set(style.ink)
    for (piece, width) in zip(pieces, widths) {
      // The library expects a string of C; a zero byte would be written as U+0000.
      charu_text(document, piece.font, Float(style.size), Self.number(x), flipped(at.y), piece.text)
      x += width
    }
  }

  package func width(_ text: String, _ style: TextStyle) -> Double {
    let pieces = self.text.pieces(text, isBold: style.isBold)
    return pieces.reduce(0) { $0 + Double(self.text.advance($1)) } * style.size / 1000
  }

  package func beginClip(_ box: Box) {
    charu_begin_clip(
      document, Self.number(box.x), flipped(box.bottom), Self.number(max(0, box.width)),
      Self.number(max(0, box.height)))
  }

  package func endClip() { charu_end_clip(document) }

  private func set(_ stroke: Stroke) {
    let (red, green, blue) = Self.colour(stroke.ink)
    charu_set_stroke(document, red, green, blue)
    charu_set_line(
      document, Float(stroke.width), UInt32(min(stroke.dash?.0 ?? 0, 100)), UInt32(min(stroke.dash?.1 ?? 0, 100)))
  }

  private func set(_ ink: Ink) {
    let (red, green, blue) = Self.colour(ink)
    charu_set_fill(document, red, green, blue)
  }

  private static func colour(_ ink: Ink) -> (Float, Float, Float) {
    (Float(ink.rgb.red) / 255, Float(ink.rgb.green) / 255, Float(ink.rgb.blue) / 255)
  }

  private func trace(_ points: [Point]) {
    for (index, point) in points.enumerated() {
      if index == 0 {
        charu_move_to(document, Self.number(point.x), flipped(point.y))
      } else {
        charu_line_to(document, Self.number(point.x), flipped(point.y))
      }
    }
  }

  private func flipped(_ y: Double) -> Float { Self.number(height - y) }

  /// A coordinate on or near the page; PDF has no number that is none, and readers take no numbers that are too large.
  private static func number(_ value: Double) -> Float {
    value.isFinite ? Float(min(max(value, -10_000), 10_000)) : 0
  }
}
