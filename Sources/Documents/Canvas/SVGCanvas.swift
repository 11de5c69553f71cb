import Characters

/// A canvas whose drawing is an SVG file. Every text in it is escaped, so it is valid XML for any name.
package final class SVGCanvas: Canvas {
  private let size: Box
  private let title: String
  private let description: String
  private let isScaled: Bool
  private let prefix: String
  private var elements: [String] = []
  private var clips = 0

  /// - Parameters:
  ///   - description: what it shows, for people who do not see it.
  ///   - isScaled: whether the page that holds it gives its size.
  ///   - prefix: of its ids, if the page has another picture.
  package init(
    width: Double, height: Double, title: String, description: String, isScaled: Bool = false, prefix: String = ""
  ) {
    size = Box(0, 0, width, height)
    (self.title, self.description, self.isScaled, self.prefix) = (title, description, isScaled, prefix)
  }

  package var text: String {
    let (width, height) = (Self.number(size.width), Self.number(size.height))
    let fixed = isScaled ? "" : "width=\"\(width)\" height=\"\(height)\" "
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \(fixed)\
      font-family="sans-serif" role="img" aria-labelledby="\(prefix)title \(prefix)description">
      <title id="\(prefix)title">\(XMLText.escaped(title))</title>
      <desc id="\(prefix)description">\(XMLText.escaped(description))</desc>
      <rect width="\(width)" height="\(height)" fill="\(Ink.paper.hexadecimal)"/>
      \(elements.joined(separator: "\n"))
      </svg>

      """
  }

  package func line(_ from: Point, _ to: Point, _ stroke: Stroke) {
    elements.append(
      "<line x1=\"\(Self.number(from.x))\" y1=\"\(Self.number(from.y))\" x2=\"\(Self.number(to.x))\" "
        + "y2=\"\(Self.number(to.y))\"\(Self.attributes(stroke))/>")
  }

  package func polyline(_ points: [Point], _ stroke: Stroke) {
    elements.append("<polyline points=\"\(Self.list(points))\" fill=\"none\"\(Self.attributes(stroke))/>")
  }

  package func polygon(_ points: [Point], fill: Ink?, stroke: Stroke?) {
    elements.append("<polygon points=\"\(Self.list(points))\"\(Self.attributes(fill, stroke))/>")
  }

  package func rectangle(_ box: Box, fill: Ink?, stroke: Stroke?) {
    elements.append(
      "<rect x=\"\(Self.number(box.x))\" y=\"\(Self.number(box.y))\" width=\"\(Self.number(max(0, box.width)))\" "
        + "height=\"\(Self.number(max(0, box.height)))\"\(Self.attributes(fill, stroke))/>")
  }

  package func text(_ text: String, _ at: Point, _ style: TextStyle) {
    let anchor =
      switch style.alignment {
      case .start: ""
      case .middle: " text-anchor=\"middle\""
      case .end: " text-anchor=\"end\""
      }
    elements.append(
      "<text x=\"\(Self.number(at.x))\" y=\"\(Self.number(at.y))\" font-size=\"\(Self.number(style.size))\"\(anchor) "
        + "fill=\"\(style.ink.hexadecimal)\"\(style.isBold ? " font-weight=\"bold\"" : "")>"
        + "\(XMLText.escaped(text))</text>")
  }

  package func beginClip(_ box: Box) {
    clips += 1
    elements.append(
      "<clipPath id=\"\(prefix)clip\(clips)\"><rect x=\"\(Self.number(box.x))\" y=\"\(Self.number(box.y))\" "
        + "width=\"\(Self.number(max(0, box.width)))\" height=\"\(Self.number(max(0, box.height)))\"/></clipPath>")
    elements.append("<g clip-path=\"url(#\(prefix)clip\(clips))\">")
  }

  package func endClip() { elements.append("</g>") }

  /// No font is at hand to measure a text; these are the widths of usual sans-serif fonts, rounded up.
  package func width(_ text: String, _ style: TextStyle) -> Double {
    text.unicodeScalars.reduce(0) { $0 + Self.advance($1) } * style.size * (style.isBold ? 1.08 : 1)
  }

  private static func advance(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ": return 0.36
    case "M", "W", "m", "w", "@", "%", "—", "…": return 1
    case "A"..."Z": return 0.76
    case " "..."~": return 0.62
    default: break
    }
    if HiddenCharacter.contains(scalar) { return 4 }  // It is written as U+XXXX.
    if scalar.properties.generalCategory == .nonspacingMark { return 0 }
    return scalar.value < 0x1100 ? 0.8 : 1.3
  }

  private static func list(_ points: [Point]) -> String {
    points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
  }

  private static func attributes(_ stroke: Stroke) -> String {
    " stroke=\"\(stroke.ink.hexadecimal)\" stroke-width=\"\(number(stroke.width))\""
      + (stroke.dash.map { " stroke-dasharray=\"\($0.0) \($0.1)\"" } ?? "")
  }

  private static func attributes(_ fill: Ink?, _ stroke: Stroke?) -> String {
    " fill=\"\(fill?.hexadecimal ?? "none")\"" + (stroke.map { attributes($0) } ?? "")
  }

  /// A length with two decimals at most. One that is no number is 0, so that the file stays valid.
  static func number(_ value: Double) -> String { FixedNumber.text(value, places: 2) ?? "0" }
}
