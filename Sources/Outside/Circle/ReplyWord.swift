import Circle

enum ReplyWord: Sendable, Equatable {
  case haveIt
  case says(CircleWord)
  /// The person agrees to get messages, or wants no more of them.
  case agree, stop

  /// In the order in which a phone shows them.
  static let further = [agree] + CircleWord.allCases.map(ReplyWord.says) + [stop]

  var text: String {
    switch self {
    case .haveIt: "ack"
    case .says(let word): word.rawValue
    case .agree: "agree"
    case .stop: "stop"
    }
  }

  init?(_ text: some StringProtocol) {
    guard let word = ([.haveIt] + Self.further).first(where: { $0.text == text }) else { return nil }
    self = word
  }
}
