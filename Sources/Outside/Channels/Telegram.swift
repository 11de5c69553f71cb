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
  let moved: MovedChats

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
      /// The group has become a supergroup, which has another id (core.telegram.org/bots/api, ResponseParameters).
      let newChat: Int64?
      private enum CodingKeys: String, CodingKey {
        case retryAfter = "retry_after"
        case newChat = "migrate_to_chat_id"
      }
    }
    let parameters: Parameters?
  }

  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
    let known = moved.newest(chat)
    var answer = try await post(message, to: known)
    let parameters = (try? JSONDecoder().decode(Reply.self, from: Data(answer.body)))?.parameters
    if answer.status == 400, let new = parameters?.newChat {
      moved.keep("\(new)", chat)
      answer = try await post(message, to: "\(new)")
    }
    // It names the time in its body, and not in a header.
    if answer.status == 429 { answer.retryAfter = parameters?.retryAfter ?? answer.retryAfter }
    try answer.check(host: server.host)
    return nil
  }

  /// core.telegram.org/bots/api, getMe. A text that is no token is an address that the service does not know.
  func prove() async throws(DeliveryFault) -> Bool {
    let answer = try await client.send(HTTPRequest(server.appending("/bot\(token)/getMe"), method: "GET"))
    if answer.reason?.isForPrograms == true { try answer.check(host: server.host, refusing: "the token") }
    return try answer.isAnswer(of: server.host, refusing: "the token")
  }

  private func post(_ message: OutsideMessage, to chat: String) async throws(DeliveryFault) -> HTTPAnswer {
    var request = HTTPRequest(server.appending("/bot\(token)/sendMessage"))
    let text = "\(message.title)\n\(message.bodyWithLink)"
    request.setJSON(OrderedJSON.text(of: Text(chat: chat, text: text, isQuiet: !message.rings)))
    return try await client.send(request)
  }
}

/// Where a group of Telegram has gone, kept with the messages.
struct MovedChats: Sendable {
  let queue: OutsideQueue

  /// - Parameter chat: as the configuration names it.
  func newest(_ chat: String) -> String { (try? queue.text("chat \(chat)")) ?? chat }

  func keep(_ new: String, _ chat: String) { try? queue.keep(new, as: "chat \(chat)") }
}
