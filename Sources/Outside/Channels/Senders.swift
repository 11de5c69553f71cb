import NIOCore
import NIOPosix
import Readings
import Settings
import Web

/// Makes the senders of a configuration. Secrets are read here, so that a missing one is found at the start.
///
/// Each channel has an event loop of its own: SwiftNIO looks up the names of one loop one after the other, and a name server that
/// hangs must delay no other channel.
package struct Senders: Sendable {
  let queue: OutsideQueue

  package init(queue: OutsideQueue) { self.queue = queue }

  /// - Throws: `configuration` or `noInput` if a secret, a certificate or an address cannot be used, or if it carries no messages.
  func sender(for channel: OutsideChannel, on group: any EventLoopGroup) throws(LapwingError) -> any Sender {
    let client = try client(for: channel, on: group)
    switch channel.kind {
    case .ping: throw fault(channel, .url, "is for signs of life and carries no messages")
    case .webhook:
      var signature: WebhookSignature?
      if let secret = try secret(.secretFile, of: channel) {
        guard let made = WebhookSignature(secret: secret) else {
          throw fault(channel, .secretFile, "must hold whsec_ and 24 to 64 random bytes in Base64")
        }
        signature = made
      }
      return Webhook(
        client: client, address: try address(of: channel, standard: nil), signature: signature,
        mayBeAsked: channel[.probe] == "true")
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
        token: try needed(.tokenFile, of: channel), from: channel[.from] ?? "", to: channel[.to] ?? "",
        reports: PhoneReports(queue: queue, channel: channel.name))
    case .call:
      return VoiceCall(
        client: client, address: try address(of: channel, standard: nil), account: channel[.account] ?? "",
        token: try needed(.tokenFile, of: channel), from: channel[.from] ?? "", to: channel[.to] ?? "")
    case .telegram:
      return Telegram(
        client: client, server: try address(of: channel, standard: "https://api.telegram.org"),
        token: try needed(.tokenFile, of: channel), chat: channel[.chat] ?? "", moved: MovedChats(queue: queue))
    }
  }

  package func ping(for channel: OutsideChannel) throws(LapwingError) -> DeadMansPing {
    let client = try client(for: channel, on: MultiThreadedEventLoopGroup(numberOfThreads: 1))
    return DeadMansPing(client: client, address: try address(of: channel, standard: nil))
  }

  private func client(for channel: OutsideChannel, on group: any EventLoopGroup) throws(LapwingError) -> HTTPClient {
    HTTPClient(group: group, trust: try Trust(file: channel[.caFile]), secrets: try hidden(channel))
  }

  /// What no sentence about a channel may show: its secrets, and the addresses of people.
  private func hidden(_ channel: OutsideChannel) throws(LapwingError) -> [String] {
    var words: [String] = []
    for key in OutsideChannel.Key.allCases {
      let texts = key.namesSecret ? [try secret(key, of: channel)].compactMap(\.self) : channel.values[key] ?? []
      switch key {
      // A path may be a secret, and a service may show it alone.
      case .urlFile, .url: words += texts + texts.flatMap { $0.split(separator: "/").dropFirst(2).map(String.init) }
      case .caFile, .plain, .probe, .host, .port, .tls, .language: break
      default: words += texts
      }
    }
    return words.sorted { $0.count > $1.count }
  }

  /// The channel of a person who was added at the page.
  func ntfy(
    for invitation: Invitation, at server: WebAddress, on group: any EventLoopGroup
  ) throws(LapwingError) -> Ntfy {
    let client = HTTPClient(
      group: group, trust: try Trust(file: nil), secrets: [invitation.topic, invitation.replyTopic])
    return Ntfy(
      client: client, server: server, topic: invitation.topic, token: nil,
      replies: Ntfy.ReplyTopic(topic: invitation.replyTopic, key: try answerKey()))
  }

  private func answerKey() throws(LapwingError) -> String {
    try queue.kept("answer-key") {
      (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
    }
  }

  private func ntfy(_ channel: OutsideChannel, _ client: HTTPClient) throws(LapwingError) -> Ntfy {
    var replies: Ntfy.ReplyTopic?
    if let topic = try secret(.replyTopicFile, of: channel) {
      try checkTopic(topic, .replyTopicFile, channel)
      replies = Ntfy.ReplyTopic(topic: topic, key: try answerKey())
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
      client: client, host: channel[.host] ?? "",
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
