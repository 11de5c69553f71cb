import Web

/// What a page shows that has nothing yet: a picture, a sentence, and what helps.
enum Empty {
  static func html(_ symbol: Symbol, _ sentence: String, _ help: HTML = .nothing) -> HTML {
    "<div class=\"card empty\">\(symbol.html)<p>\(sentence)</p>\(help)</div>"
  }
}
