import Documents

/// A piece of a page. What is put into it is escaped, unless it is itself such a piece: so no name, however it is
/// written, becomes markup.
struct HTML: Sendable, ExpressibleByStringInterpolation, Equatable {
  private(set) var text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Pieces one after the other.
  init(_ pieces: [HTML]) { text = pieces.map(\.text).joined() }

  /// What is markup already, such as an SVG.
  init(markup: String) { text = markup }

  static let nothing: HTML = ""

  /// A sentence of the box, which is English on any page.
  static func english(_ sentence: String, isSmall: Bool = false) -> HTML {
    isSmall ? "<span lang=\"en\" class=\"small\">\(sentence)</span>" : "<span lang=\"en\">\(sentence)</span>"
  }

  /// A sentence of the box. On a Korean page a Korean one stands before it, and the box's own has the names and numbers.
  static func sentence(_ sentence: String, korean: @autoclosure () -> String, in language: Language) -> HTML {
    switch language {
    case .english: "\(sentence)"
    case .korean: "\(korean()) \(HTML.english(sentence, isSmall: true))"
    }
  }

  var isEmpty: Bool { text.isEmpty }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ piece: HTML) { text += piece.text }
    mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { text += piece.text } }
    mutating func appendInterpolation(_ piece: HTML?) { text += piece?.text ?? "" }
    mutating func appendInterpolation(_ words: String) { text += SVGCanvas.escaped(words) }
    mutating func appendInterpolation(_ words: Substring) { text += SVGCanvas.escaped(String(words)) }
    mutating func appendInterpolation(_ number: some FixedWidthInteger) { text += "\(number)" }
  }
}

extension Sequence {
  /// A piece of a page for each element.
  func html(_ piece: (Element) throws -> HTML) rethrows -> HTML { HTML(try map(piece)) }
}
