import FoundationEssentials
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
  let reports: PhoneReports

  private struct Message: Decodable {
    let sid: String?
    let status: String?
  }

  /// Two parts of 153 characters: longer ones cost more. What may not be cut makes it longer all the same.
  private static let longest = 306

  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
    var request = HTTPRequest(address)
    request.setForm([("From", from), ("To", to), ("Body", Self.text(of: message))])
    request.setBasic(user: account, password: token)
    let answer = try await client.send(request)
    try answer.check(host: address.host)
    return (try? JSONDecoder().decode(Message.self, from: Data(answer.body)))?.sid
  }

  /// Box and person, title, as much of the lines as there is room for, and what is never cut.
  static func text(of message: OutsideMessage) -> String {
    let kept = message.kept ?? [], lines = message.lines
    let start = (message.from.map { "\($0): " } ?? "") + message.title
    // A link that is cut is none.
    let end = (kept + [message.link.map { "\(message.button ?? "Answer"): \($0)" }].compactMap(\.self)).map { " " + $0 }
      .joined()
    let middle = lines.isEmpty ? "" : ". " + lines.joined(separator: " ")
    return start + middle.prefix(max(0, longest - start.count - end.count)) + end
  }
}

/// Whether the phone has it, where the service says so (twilio.com/docs/messaging/api/message-resource, "Message status").
extension ShortMessage: AnswerSource {
  private static let asksEvery = Duration.seconds(10)

  func listen(_ answers: Answers) async {
    while !Task.isCancelled {
      for (id, sid) in reports.open() {
        switch await status(of: sid) {
        case "delivered", "read": reports.arrived(id)
        case let status? where ["undelivered", "failed", "canceled"].contains(status):
          reports.failed(id, "\(address.host): the text message has not reached the phone (\(status))")
        default: break
        }
      }
      try? await Task.sleep(for: Self.asksEvery)
    }
  }

  private func status(of sid: String) async -> String? {
    let folder = address.target.hasSuffix(".json") ? String(address.target.dropLast(5)) : address.target
    guard let place = WebAddress("\(address.origin)\(folder)/\(FormText.encoded(sid)).json") else { return nil }
    var request = HTTPRequest(place, method: "GET")
    request.setBasic(user: account, password: token)
    guard let answer = try? await client.send(request), answer.status == 200 else { return nil }
    return (try? JSONDecoder().decode(Message.self, from: Data(answer.body)))?.status
  }
}
