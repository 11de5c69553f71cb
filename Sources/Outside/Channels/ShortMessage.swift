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

  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
    var request = HTTPRequest(address)
    request.setForm([("From", from), ("To", to), ("Body", Self.text(of: message))])
    request.setBasic(user: account, password: token)
    let answer = try await client.send(request)
    try answer.check(host: address.host)
    return (try? JSONDecoder().decode(Message.self, from: Data(answer.body)))?.sid
  }

  func prove() async throws(DeliveryFault) -> Bool {
    try await PhoneAccount(client: client, address: address, account: account, token: token).prove()
  }

  /// Box and person, title, as much of the lines as there is room for, and what is never cut.
  static func text(of message: OutsideMessage) -> String {
    let kept = message.kept ?? [], lines = message.lines
    let start = (message.from.map { "\($0): " } ?? "") + message.title
    // A link that is cut is none.
    let end = (kept + [message.link.map { "\(message.button ?? "Answer"): \($0)" }].compactMap(\.self)).map { " " + $0 }
      .joined()
    // The alphabet of GSM lacks the backquote, and one such letter halves what a part holds.
    let middle = (lines.isEmpty ? "" : ". " + lines.joined(separator: " ")).replacing("`", with: "'")
    // What may not be cut makes it longer all the same.
    let letters = Letters(of: start + middle + end)
    var left = letters.longest - letters.length(of: start + end)
    let cut = middle.prefix { character in
      left -= letters.length(of: String(character))
      return left >= 0
    }
    return start + String(cut) + end
  }

  /// How a text is written on its way to a phone (3GPP TS 23.038). A part has 140 bytes, of which 6 say how parts belong together.
  enum Letters {
    /// Seven bits each: 153 in a part.
    case gsm
    /// UCS-2, with 16 bits each: 67 in a part. One letter that the alphabet of GSM lacks, such as Korean or °, makes it so.
    case ucs2

    private static let alphabet = Set(
      "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
        .unicodeScalars)
    /// They take two places.
    private static let extended = Set("\u{C}^{}\\[~]|€".unicodeScalars)

    init(of text: String) {
      let isPlain = text.unicodeScalars.allSatisfy { Self.alphabet.contains($0) || Self.extended.contains($0) }
      self = isPlain ? .gsm : .ucs2
    }

    /// Longer ones cost more, and their parts may come apart: two parts, or four, so that a Korean text has its last line too.
    var longest: Int {
      switch self {
      case .gsm: 2 * 153
      case .ucs2: 4 * 67
      }
    }

    func length(of text: String) -> Int {
      switch self {
      case .gsm: text.unicodeScalars.reduce(0) { $0 + (Self.extended.contains($1) ? 2 : 1) }
      case .ucs2: text.utf16.count
      }
    }
  }
}

/// Whether the phone has it, if the service says so (twilio.com/docs/messaging/api/message-resource, "Message status").
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
    guard let place = address.resource(sid) else { return nil }
    var request = HTTPRequest(place, method: "GET")
    request.setBasic(user: account, password: token)
    guard let answer = try? await client.send(request), answer.status == 200 else { return nil }
    return (try? JSONDecoder().decode(Message.self, from: Data(answer.body)))?.status
  }
}

extension WebAddress {
  /// Where a message or call is looked at that was made by this address of a service as Twilio's.
  func resource(_ sid: String) -> WebAddress? {
    let folder = target.hasSuffix(".json") ? String(target.dropLast(5)) : target
    return WebAddress("\(origin)\(folder)/\(FormText.encoded(sid)).json")
  }
}
