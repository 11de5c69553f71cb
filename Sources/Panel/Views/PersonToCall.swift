import Settings

/// The person to call (`panel.person-to-call`), with a number that a phone dials.
enum PersonToCall {
  /// Digits of the shortest number that is dialled; less is part of a name.
  private static let fewestDigits = 3

  /// `nil` if nobody is named.
  static func html(_ request: PanelRequest) -> HTML? {
    guard let text = request.panel.configuration[Keys.personToCall] else { return nil }
    let words = NowWords.call.text(request.language)
    guard let number = number(in: text) else { return "<p><b>\(words):</b> \(text)</p>" }
    return "<p><b>\(words):</b> <a href=\"tel:\(number)\">\(text)</a></p>"
  }

  /// The last number in a text, as RFC 3966 writes it without what only separates its digits.
  static func number(in text: String) -> String? {
    let parts = text.split { !($0.isASCII && ($0.isNumber || " +-().".contains($0))) }
    return parts.reversed().lazy.compactMap { part in
      let digits = part.filter(\.isNumber)
      return digits.count >= fewestDigits ? (part.contains("+") ? "+" : "") + digits : nil
    }.first
  }
}
