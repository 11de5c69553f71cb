import NIOPosix
import Readings
import Settings
import Web

/// Makes the senders of a configuration. Secrets are read here, once, so that a missing one is found at the start.
///
/// Each channel has an event loop of its own: SwiftNIO looks up the names of one loop one after the other, and a name server that
/// hangs must delay no other channel.
package struct Senders: Sendable {
  let queue: OutsideQueue

  package init(queue: OutsideQueue) { self.queue = queue }

  /// - Returns: `nil` for a channel that carries no messages.
  /// - Throws: `configuration` or `noInput` if a secret, a certificate or an address cannot be used.
  package func sender(for channel: OutsideChannel) throws(LapwingError) -> (any Sender)? {
    let client = try client(for: channel)
    switch channel.kind {
    case .ping: return nil
    case .webhook:
      var signature: WebhookSignature?
      if let secret = try secret(.secretFile, of: channel) {
        guard let made = WebhookSignature(secret: secret) else {
          throw fault(channel, .secretFile, "must hold whsec_ and 24 to 64 random bytes in Base64")
        }
        signature = made
      }
      return Webhook(client: client, address: try address(of: channel, standard: nil), signature: signature)
    case .ntfy: return try ntfy(channel, client)
    case .pushover:
      let name = channel.name, queue = queue
      return Pushover(
        client: client, server: try address(of: channel, standard: "https://api.pushover.net"),
        token: try needed(.tokenFile, of: channel), user: try needed(.userFile, of: channel),
        openReceipts: {
          // It keeps receipts for a week, and repeats for an hour.
          (try? queue.openReceipts(of: name, since: Clock.now - 3 * 3_600_000)) ?? []
        },
        settledReceipts: { (try? queue.settledReceipts(of: name, since: Clock.now - 3 * 3_600_000)) ?? [] },
        recalledReceipts: { (try? queue.recalledReceipts(of: name)) ?? [] },
        markWithdrawn: { try? queue.markWithdrawn($0, of: name) })
    case .mail: return try mail(channel, client)
    case .sms:
      return ShortMessage(
        client: client, address: try address(of: channel, standard: nil), account: channel[.account] ?? "",
        token: try needed(.tokenFile, of: channel), from: channel[.from] ?? "", to: channel[.to] ?? "")
    case .telegram:
      return Telegram(
        client: client, server: try address(of: channel, standard: "https://api.telegram.org"),
        token: try needed(.tokenFile, of: channel), chat: channel[.chat] ?? "")
    }
  }

  /// The dead-man's ping of a channel of that kind.
  package func ping(for channel: OutsideChannel) throws(LapwingError) -> DeadMansPing {
    DeadMansPing(client: try client(for: channel), address: try address(of: channel, standard: nil))
  }

  private func client(for channel: OutsideChannel) throws(LapwingError) -> HTTPClient {
    HTTPClient(group: MultiThreadedEventLoopGroup(numberOfThreads: 1), trust: try Trust(file: channel[.caFile]))
  }

  private func ntfy(_ channel: OutsideChannel, _ client: HTTPClient) throws(LapwingError) -> Ntfy {
    var replies: Ntfy.ReplyTopic?
    if let topic = try secret(.replyTopicFile, of: channel) {
      try checkTopic(topic, .replyTopicFile, channel)
      let key = try queue.kept("answer-key") {
        (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
      }
      replies = Ntfy.ReplyTopic(topic: topic, key: key)
    }
    let topic = try needed(.topicFile, of: channel)
    try checkTopic(topic, .topicFile, channel)
    return Ntfy(
      client: client, server: try address(of: channel, standard: "https://ntfy.sh"), topic: topic,
      token: try secret(.tokenFile, of: channel), replies: replies)
  }

  /// docs.ntfy.sh/publish, "Picking a topic".
  private func checkTopic(
    _ topic: String, _ key: OutsideChannel.Key, _ channel: OutsideChannel
  ) throws(LapwingError) {
    guard topic.count <= 64, topic.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    else { throw fault(channel, key, "must hold a topic: up to 64 letters, digits, - and _") }
  }

  private func mail(_ channel: OutsideChannel, _ client: HTTPClient) throws(LapwingError) -> Mail {
    let protection = channel[.tls].flatMap { OutsideChannel.MailProtection(rawValue: $0) } ?? .starttls
    var login: (user: String, password: String)?
    if let password = try secret(.passwordFile, of: channel) {
      guard protection != .none else {
        throw fault(channel, .passwordFile, "is not sent without TLS; set tls: starttls")
      }
      login = (channel[.user] ?? channel[.from] ?? "", password)
    }
    let standardPort = protection == .tls ? 465 : 587
    return Mail(
      group: client.group, trust: client.trust, host: channel[.host] ?? "",
      port: channel[.port].flatMap { Int($0) } ?? standardPort,
      protection: protection, login: login, from: channel[.from] ?? "", to: channel.values[.to] ?? [])
  }

  private func address(of channel: OutsideChannel, standard: String?) throws(LapwingError) -> WebAddress {
    let text = try secret(.urlFile, of: channel) ?? channel[.url] ?? standard ?? ""
    guard let address = WebAddress(text) else {
      throw fault(channel, .urlFile, "must hold an address as https://host/path")
    }
    guard address.isSecure || channel.mayBePlain else {
      throw fault(channel, .urlFile, "is not secure; write https://, or plain: true for a server in your own network")
    }
    return address
  }

  private func needed(_ key: OutsideChannel.Key, of channel: OutsideChannel) throws(LapwingError) -> String {
    guard let text = try secret(key, of: channel) else { throw fault(channel, key, "is missing") }
    return text
  }

  private func secret(_ key: OutsideChannel.Key, of channel: OutsideChannel) throws(LapwingError) -> String? {
    guard let name = channel[key] else { return nil }
    do {
      return try SecretFile.read(name)
    } catch {
      throw LapwingError(
        error.status, code: error.code, "\(Keys.outsideChannels.path).\(channel.name).\(key.rawValue): \(error.message)"
      )
    }
  }

  private func fault(_ channel: OutsideChannel, _ key: OutsideChannel.Key, _ sentence: String) -> LapwingError {
    LapwingError(
      .configuration, code: "bad-channel", "\(Keys.outsideChannels.path).\(channel.name).\(key.rawValue) \(sentence)")
  }
}
