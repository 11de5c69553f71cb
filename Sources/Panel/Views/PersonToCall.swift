import Settings
import Web
import Words

/// The person to call (`panel.person-to-call`), with the number that a phone dials. A wrong one would be dialled in a high alarm, so it
/// is written out, and a text in which another number might be meant has no link.
enum PersonToCall {
  /// Digits of the shortest number that is dialled, such as 112.
  private static let fewestDigits = 3

  /// - Parameter id: of the link, so that news do not take the focus from it.
  /// - Returns: `nil` if no one is named.
  static func html(_ request: PanelRequest, id: String) -> HTML? {
    guard let text = request.panel.configuration[Keys.personToCall] else { return nil }
    let words = NowWords.call.text(request.language)
    guard let number = number(in: text) else { return "<p><b>\(words):</b> \(text)</p>" }
    return """
      <p><b>\(words):</b> \(text) <a class="button" id="\(id)" href="tel:\(number)"><span class="unseen">\(words) </span>\(number)</a></p>
      """
  }

  /// The only number in a text, as RFC 3966 writes it without what separates its digits. What touches a letter, as in 24h
  /// or 2nd, belongs to no number, and neither does what stands before a plus.
  static func number(in text: String) -> String? {
    let isPart = { (character: Character) in
      character.isASCII && (character.isNumber || " +-./()".contains(character))
    }
    var numbers: [String] = [], rest = text[...]
    while let start = rest.firstIndex(where: isPart) {
      let run = rest[start...].prefix(while: isPart)
      let before = start > text.startIndex ? text[text.index(before: start)] : nil
      let after = run.endIndex < text.endIndex ? text[run.endIndex] : nil
      rest = text[run.endIndex...]
      let touches = [(before, run.first), (after, run.last)].contains { letter, end in
        letter?.isLetter == true && end?.isNumber == true
      }
      guard let number = dialled(run) else { continue }
      guard !touches else { return nil }
      numbers.append(number)
    }
    return numbers.count == 1 ? numbers[0] : nil
  }

  private static func dialled(_ run: Substring) -> String? {
    let plus = run.lastIndex(of: "+")
    var digits = run[(plus ?? run.startIndex)...]
    // The zero of one's own country, which is not dialled from another one: +41 (0)79.
    if plus != nil, let zero = digits.firstRange(of: "(0)") { digits.removeSubrange(zero) }
    let number = digits.filter(\.isNumber)
    return number.count >= fewestDigits ? (plus == nil ? "" : "+") + number : nil
  }
}
