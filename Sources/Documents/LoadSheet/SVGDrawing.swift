import Characters
import Status
import WeightBalance

/// The elements of an SVG picture as text. Every text in it is escaped, so it is valid XML for any name.
struct SVGDrawing {
  private(set) var lines: [String] = []

  /// How a text is drawn.
  struct Style {
    var size = 13.0
    var anchor = "start"
    var colour = "#222"
    var isBold = false
    /// Whether it has a white edge, so that a line behind it does not hide it.
    var hasEdge = false
  }

  mutating func add(_ element: String) { lines.append(element) }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: String, width: Double = 1, dash: String? = nil
  ) {
    add(
      "<line x1=\"\(Self.text(x1))\" y1=\"\(Self.text(y1))\" x2=\"\(Self.text(x2))\" y2=\"\(Self.text(y2))\" "
        + "stroke=\"\(colour)\" stroke-width=\"\(Self.text(width))\""
        + (dash.map { " stroke-dasharray=\"\($0)\"" } ?? "") + "/>")
  }

  mutating func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, fill: String, stroke: String = "none",
    strokeWidth: Double = 1
  ) {
    add(
      "<rect x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" width=\"\(Self.text(width))\" height=\"\(Self.text(height))\" "
        + "fill=\"\(fill)\" stroke=\"\(stroke)\" stroke-width=\"\(Self.text(strokeWidth))\"/>")
  }

  /// A text, cut so that it is not wider than `limit`. A text from right to left keeps its place.
  mutating func label(_ x: Double, _ y: Double, _ text: String, _ style: Style = Style(), limit: Double? = nil) {
    let shown = limit.map { Self.cut(text, size: style.size, isBold: style.isBold, to: $0) } ?? text
    add(
      "<text x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" font-size=\"\(Self.text(style.size))\" "
        + "text-anchor=\"\(style.anchor)\" fill=\"\(style.colour)\"\(style.isBold ? " font-weight=\"bold\"" : "")"
        + (style.hasEdge ? " stroke=\"#fff\" stroke-width=\"4\" paint-order=\"stroke\"" : "") + ">"
        + "\(XMLText.escaped(shown))</text>")
  }

  /// A mark for a point: a circle inside, a triangle below the chart, a square with a cross outside. So colour is not
  /// the only sign.
  mutating func mark(_ x: Double, _ y: Double, _ position: SheetPosition, radius: Double = 5) {
    switch position {
    case .inside:
      add(
        "<circle cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"\(Self.text(radius))\" fill=\"#fff\" "
          + "stroke=\"\(Palette.path)\" stroke-width=\"2.5\"/>")
    case .belowChart:
      add(
        "<polygon points=\"\(Self.text(x)),\(Self.text(y + radius + 2)) \(Self.text(x - radius - 2)),"
          + "\(Self.text(y - radius)) \(Self.text(x + radius + 2)),\(Self.text(y - radius))\" fill=\"#fff\" "
          + "stroke=\"\(Palette.caution)\" stroke-width=\"2.5\"/>")
    case .outside:
      box(x - radius, y - radius, radius * 2, radius * 2, fill: "#fff", stroke: Palette.outside, strokeWidth: 2.5)
      line(x - radius, y - radius, x + radius, y + radius, Palette.outside, width: 2)
      line(x - radius, y + radius, x + radius, y - radius, Palette.outside, width: 2)
    }
  }

  /// The mark of the worst point: a ring around it.
  mutating func worstMark(_ x: Double, _ y: Double, _ colour: String) {
    add(
      "<polygon points=\"\(Self.text(x)),\(Self.text(y - 13)) \(Self.text(x + 13)),\(Self.text(y)) \(Self.text(x)),"
        + "\(Self.text(y + 13)) \(Self.text(x - 13)),\(Self.text(y))\" fill=\"none\" stroke=\"\(colour)\" "
        + "stroke-width=\"2.5\"/>")
  }

  static func text(_ number: Double) -> String { EventText.number(number) }

  // MARK: Text

  /// How wide a text is at most in a usual sans-serif font; no font is at hand to measure it.
  static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width($1) } * size * (isBold ? 1.08 : 1)
  }

  private static func width(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ": return 0.36
    case "M", "W", "m", "w", "@", "%", "—", "…": return 1
    case "A"..."Z": return 0.76
    case " "..."~": return 0.64
    default: break
    }
    if scalar.properties.generalCategory == .nonspacingMark { return 0 }
    return scalar.value < 0x1100 ? 0.8 : 1.3
  }

  /// A text that is at most this wide; what is left out is an ellipsis.
  static func cut(_ text: String, size: Double, isBold: Bool = false, to limit: Double) -> String {
    let text = HiddenCharacter.visible(text)
    guard width(text, size: size, isBold: isBold) > limit else { return text }
    var cut = text
    while !cut.isEmpty, width(cut + "…", size: size, isBold: isBold) > limit { cut.removeLast() }
    return cut + "…"
  }
}

extension SheetPosition {
  /// The colour of a point's number.
  var colour: String {
    switch self {
    case .inside: Palette.path
    case .belowChart: Palette.caution
    case .outside: Palette.outside
    }
  }
}

/// The colours of a chart. They differ in brightness too, and dashes and shapes say the same.
enum Palette {
  static let path = "#0060A8"
  static let outside = "#C8200E"
  static let caution = "#B87A00"
  static let inside = "#00795A"
  static let placeholder = "#666"
}
