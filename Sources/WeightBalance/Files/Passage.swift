/// Searches the transcribed passage of a document.
enum Passage {
  /// The numbers in a text. A comma between digits groups thousands, as in 2,300.
  static func numbers(in text: String) -> Set<ExactDecimal> {
    var numbers: Set<ExactDecimal> = []
    var token = ""
    func add(_ token: String) {
      var token = token[...]
      while token.last == "." { token.removeLast() }
      if let number = ExactDecimal(token) { numbers.insert(number) }
    }
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let isDigit = character.isASCII && character.isNumber
      if isDigit || (character == "." && !token.isEmpty) {
        token.append(character)
      } else if character == ",", !token.isEmpty, index + 1 < characters.count, characters[index + 1].isNumber {
        continue
      } else {
        add(token)
        token = ""
      }
    }
    add(token)
    return numbers
  }
}
