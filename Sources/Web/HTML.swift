import Characters
import Words

/// A piece of a page. What is put into it is escaped, unless it is itself such a piece: so no name, however it is
/// written, becomes markup.
package struct HTML: Sendable, ExpressibleByStringInterpolation, Equatable {
  package private(set) var text: String

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package init(_ pieces: [HTML]) { text = pieces.map(\.text).joined() }

  /// What is markup already, such as an SVG.
  package init(markup: String) { text = markup }

  package static let nothing: HTML = ""

  /// A sentence of the box, which is English on any page.
  package static func english(_ sentence: String, isSmall: Bool = false) -> HTML {
    isSmall ? "<span lang=\"en\" class=\"small\">\(sentence)</span>" : "<span lang=\"en\">\(sentence)</span>"
  }

  /// A sentence of the box. On a Korean page a Korean one stands before it, and the box's own has the names and numbers.
  package static func sentence(_ sentence: String, korean: @autoclosure () -> String, in language: Language) -> HTML {
    switch language {
    case .english: "\(sentence)"
    case .korean: "\(korean()) \(HTML.english(sentence, isSmall: true))"
    }
  }

  package var isEmpty: Bool { text.isEmpty }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ piece: HTML) { text += piece.text }
    package mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { text += piece.text } }
    package mutating func appendInterpolation(_ piece: HTML?) { text += piece?.text ?? "" }
    package mutating func appendInterpolation(_ words: String) { text += XMLText.escaped(words) }
    package mutating func appendInterpolation(_ words: Substring) { text += XMLText.escaped(String(words)) }
    package mutating func appendInterpolation(_ number: some FixedWidthInteger) { text += "\(number)" }
  }
}

extension Sequence {
  package func html(_ piece: (Element) throws -> HTML) rethrows -> HTML { HTML(try map(piece)) }
}
