import Characters
import FoundationEssentials

/// What a service itself says of a request that it refuses: the sentence of its JSON, or a line of text. A page for people is none.
package struct ServiceReason: Sendable, Equatable {
  package let text: String
  /// Whether it is JSON, as services answer to programs; a proxy on the way has a page or a line.
  package let isForPrograms: Bool

  private static let longest = 100

  /// - Parameter secrets: what it may not show: secrets of the channel, and the addresses of people.
  package init?(_ body: [UInt8], without secrets: [String]) {
    let words = try? JSONDecoder().decode(Words.self, from: Data(body))
    let line = String(decoding: body.prefix(1000), as: UTF8.self).split(whereSeparator: \.isNewline).first.map(
      String.init)
    guard var text = words == nil ? line : words?.sentence, !text.isEmpty, words != nil || text.first != "<" else {
      return nil
    }
    for secret in secrets where secret.count >= 4 { text = text.replacing(secret, with: "…") }
    let shown = text.split(separator: " ").map { $0.contains("@") ? "…" : $0 }.joined(separator: " ")
    self.text = String(shown.prefix(Self.longest)).plainWords
    isForPrograms = words != nil
  }

  /// The names that services have for their sentence: ntfy, Pushover, Telegram, Twilio, RFC 9457.
  private struct Words: Decodable {
    let sentence: String?

    private enum CodingKeys: String, CodingKey, CaseIterable { case error, errors, description, message, detail, title }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      sentence =
        CodingKeys.allCases.lazy.compactMap { key in
          (try? fields.decode(String.self, forKey: key)) ?? (try? fields.decode([String].self, forKey: key))?.first
        }.first
    }
  }
}
