import FoundationEssentials
import Settings
import Status
import Web

/// A bot of Telegram that writes into a chat (core.telegram.org/bots/api, sendMessage).
struct Telegram: Sender {
  let client: HTTPClient
  let server: WebAddress
  let token: String
  let chat: String

  private struct Text: Encodable {
    let chat: String
    let text: String
    let isQuiet: Bool

    private enum CodingKeys: String, CodingKey {
      case chat = "chat_id"
      case text
      case isQuiet = "disable_notification"
    }
  }

  private struct Reply: Decodable {
    struct Parameters: Decodable {
      let retryAfter: Int?
      private enum CodingKeys: String, CodingKey { case retryAfter = "retry_after" }
    }
    let parameters: Parameters?
  }

  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
    var request = HTTPRequest(server.appending("/bot\(token)/sendMessage"))
    let text = "\(message.title)\n\(message.bodyWithLink)"
    request.setJSON(OrderedJSON.text(of: Text(chat: chat, text: text, isQuiet: !message.wantsAnswer)))
    var answer = try await client.send(request)
    // It names the time in its body, and not in a header.
    if answer.status == 429, let reply = try? JSONDecoder().decode(Reply.self, from: Data(answer.body)) {
      answer.retryAfter = reply.parameters?.retryAfter ?? answer.retryAfter
    }
    try answer.check(host: server.host)
    return nil
  }
}
