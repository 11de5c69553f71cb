import Settings
import Web

/// A text message to a phone, by a service with a form as Twilio's: `From`, `To` and `Body`, with the account and its token by
/// HTTP Basic (twilio.com/docs/messaging/api/message-resource).
struct ShortMessage: Sender {
  let client: HTTPClient
  let address: WebAddress
  let account: String
  let token: String
  let from: String
  let to: String

  /// Two parts of 153 characters: longer ones cost more, and their parts may come apart.
  private static let longest = 306

  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
    var request = HTTPRequest(address)
    request.setForm([("From", from), ("To", to), ("Body", Self.text(of: message))])
    request.setBasic(user: account, password: token)
    try await client.send(request).check(host: address.host)
    return nil
  }

  static func text(of message: OutsideMessage) -> String {
    let text = "\(message.title) \(message.body)".split(whereSeparator: \.isNewline).joined(separator: " ")
    guard let link = message.link else { return String(text.prefix(longest)) }
    // A link that is cut is none.
    let end = " \(message.button ?? "Answer"): \(link)"
    return text.prefix(max(0, longest - end.count)) + end
  }
}
