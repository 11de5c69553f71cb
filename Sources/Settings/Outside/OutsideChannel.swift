import Circle

/// A way by which messages leave the box, as the configuration names it. Secrets are not in it: it names their files.
package struct OutsideChannel: Sendable, Equatable {
  package enum Kind: String, CaseIterable, Sendable {
    case webhook
    case ntfy
    case pushover
    case mail
    case sms
    case call
    case telegram
    /// The dead-man's ping. It carries no messages: a service elsewhere misses it.
    case ping
  }

  package enum Key: String, CaseIterable, Sendable {
    case url
    case urlFile = "url-file"
    case caFile = "ca-file"
    case plain
    /// Whether a webhook may be asked once a day whether it works.
    case probe
    case secretFile = "secret-file"
    case topicFile = "topic-file"
    case replyTopicFile = "reply-topic-file"
    case tokenFile = "token-file"
    case userFile = "user-file"
    case host
    case port
    case tls
    case user
    case passwordFile = "password-file"
    case account
    case from
    case to
    case chat
    case language

    /// Whether it names a file, or a credential of systemd, with a secret.
    package var namesSecret: Bool { rawValue.hasSuffix("-file") && self != .caFile }
  }

  package enum MailProtection: String, CaseIterable, Sendable {
    case starttls
    case tls
    case none
  }

  package let name: String
  package let kind: Kind
  /// By key; only `to` may have several.
  package var values: [Key: [String]] = [:]
  package let line: Int

  /// The same channel with the same settings, wherever the file names it.
  package static func == (one: OutsideChannel, other: OutsideChannel) -> Bool {
    one.name == other.name && one.kind == other.kind && one.values == other.values
  }

  package init(name: String, kind: Kind, values: [Key: [String]] = [:], line: Int = 0) {
    (self.name, self.kind, self.values, self.line) = (name, kind, values, line)
  }

  package subscript(key: Key) -> String? { values[key]?.first }

  package var language: MessageLanguage? { self[.language].flatMap(MessageLanguage.init(rawValue:)) }

  /// Whether it may speak without TLS to loopback and private addresses.
  package var mayBePlain: Bool { self[.plain] == "true" }

  package static let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
  /// More ways than a household has; each has a worker of its own.
  package static let most = 16
  package static let longestName = 40
}

extension OutsideChannel.Kind {
  /// The keys of a kind, and those of which it needs one each.
  package var keys: (allowed: [OutsideChannel.Key], needed: [[OutsideChannel.Key]]) {
    let (allowed, needed) = keysOfService
    return (self == .ping ? allowed : allowed + [.language], needed)
  }

  private var keysOfService: (allowed: [OutsideChannel.Key], needed: [[OutsideChannel.Key]]) {
    let connection: [OutsideChannel.Key] = [.url, .caFile, .plain]
    return switch self {
    case .webhook: (connection + [.urlFile, .secretFile, .probe], [[.url, .urlFile]])
    case .ntfy: (connection + [.topicFile, .replyTopicFile, .tokenFile], [[.topicFile]])
    case .pushover: (connection + [.tokenFile, .userFile], [[.tokenFile], [.userFile]])
    case .mail:
      ([.host, .port, .tls, .caFile, .user, .passwordFile, .from, .to], [[.host], [.from], [.to]])
    case .sms, .call:
      (connection + [.account, .tokenFile, .from, .to], [[.url], [.account], [.tokenFile], [.from], [.to]])
    case .telegram: (connection + [.tokenFile, .chat], [[.tokenFile], [.chat]])
    case .ping: (connection + [.urlFile], [[.url, .urlFile]])
    }
  }
}

extension OutsideChannel: CustomStringConvertible {
  /// One line, as the file would have it. A URL may hold a secret in its path, so only its beginning is shown.
  package var description: String {
    var parts = ["kind: \(kind.rawValue)"]
    for key in Key.allCases {
      guard let texts = values[key] else { continue }
      let shown = key == .url ? texts.map { WebAddress($0)?.origin ?? "" } : texts
      parts.append("\(key.rawValue): " + (key == .to ? "[\(shown.joined(separator: ", "))]" : shown.joined()))
    }
    return "\(name): {\(parts.joined(separator: ", "))}"
  }
}
