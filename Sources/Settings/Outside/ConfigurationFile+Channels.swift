import Circle
import Readings
import Yams

extension ConfigurationFile {
  package static func channels(_ mapping: Node.Mapping, in path: String) throws(LapwingError) -> [OutsideChannel] {
    var channels: [OutsideChannel] = []
    for (nameNode, node) in mapping {
      let name = nameNode.scalar?.string ?? ""
      let prefix = "\(Keys.outsideChannels.path).\(name)"
      guard isChannelName(name) else {
        throw fault(
          path, line(nameNode),
          "\(Keys.outsideChannels.path) has \"\(name)\"; a name has up to \(OutsideChannel.longestName) small letters, "
            + "digits and hyphens")
      }
      guard !channels.contains(where: { $0.name == name }) else {
        throw fault(path, line(nameNode), "\(Keys.outsideChannels.path) has \(name) twice")
      }
      channels.append(try channel(name, line(nameNode), node, prefix, in: path))
    }
    guard channels.count <= OutsideChannel.most else {
      throw fault(
        path, line(.mapping(mapping)),
        "\(Keys.outsideChannels.path) has \(channels.count); at most \(OutsideChannel.most) are possible")
    }
    return channels
  }

  private static func isChannelName(_ name: String) -> Bool {
    (1...OutsideChannel.longestName).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-")
      }
  }

  private static func channel(
    _ name: String, _ nameLine: Int, _ node: Node, _ prefix: String, in path: String
  ) throws(LapwingError) -> OutsideChannel {
    let all = try entries(of: node, prefix, ["kind"] + OutsideChannel.Key.allCases.map(\.rawValue), in: path)
    guard let kindNode = all.first(where: { $0.key == "kind" })?.value else {
      throw fault(path, nameLine, "\(prefix) needs kind: one of \(OutsideChannel.kinds)")
    }
    guard let kind = OutsideChannel.Kind(rawValue: kindNode.scalar?.string ?? "") else {
      throw refusal(of: kindNode, "\(prefix).kind", allowed: "one of \(OutsideChannel.kinds)", in: path)
    }
    var channel = OutsideChannel(name: name, kind: kind, line: nameLine)
    let (allowed, needed) = kind.keys
    for entry in all where entry.key != "kind" {
      guard let key = allowed.first(where: { $0.rawValue == entry.key }) else {
        let words = allowed.map(\.rawValue).joined(separator: ", ")
        throw fault(path, line(entry.node), "\(prefix).\(entry.key) is no key of \(kind.rawValue); it has \(words)")
      }
      channel.values[key] = try texts(of: entry.value, key, "\(prefix).\(entry.key)", in: path)
    }
    for choice in needed where !choice.contains(where: { channel.values[$0] != nil }) {
      let words = choice.map(\.rawValue).joined(separator: " or ")
      throw fault(path, nameLine, "\(prefix) needs \(words), since its kind is \(kind.rawValue)")
    }
    return channel
  }

  private static func texts(
    of node: Node, _ key: OutsideChannel.Key, _ name: String, in path: String
  ) throws(LapwingError) -> [String] {
    if key == .to, case .sequence(let sequence) = node {
      let texts = sequence.compactMap(\.scalar?.string)
      guard !texts.isEmpty, texts.count == sequence.count, texts.allSatisfy(key.allows) else {
        throw refusal(of: node, name, allowed: key.allowed, in: path)
      }
      return texts
    }
    guard let text = node.scalar?.string, key.allows(text) else {
      throw refusal(of: node, name, allowed: key.allowed, in: path)
    }
    return [text]
  }
}

extension OutsideChannel.Key {
  fileprivate func allows(_ text: String) -> Bool {
    let isLine = !text.isEmpty && text.utf8.count <= 320 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    return switch self {
    case .url: WebAddress(text) != nil
    case .urlFile, .caFile, .secretFile, .topicFile, .replyTopicFile, .tokenFile, .userFile, .passwordFile:
      isLine && ConfigurationKey.isFile(text)
    case .plain, .probe: text == "true" || text == "false"
    case .host: WebAddress.isHost(text)
    case .port: UInt16(text).map { $0 > 0 } ?? false
    case .tls: OutsideChannel.MailProtection(rawValue: text) != nil
    case .language: MessageLanguage(rawValue: text) != nil
    case .user, .account, .from, .to, .chat:
      isLine && text.utf8.allSatisfy { $0 < 0x7F } && !text.contains(where: { "<>\"(),;:\\[]".contains($0) })
    }
  }

  fileprivate var allowed: String {
    switch self {
    case .url: "an address as https://host/path"
    case .urlFile, .secretFile, .topicFile, .replyTopicFile, .tokenFile, .userFile, .passwordFile:
      "the path of a file that only its owner can read, or the name of a credential of systemd"
    case .caFile: "the path of a file with certificates (PEM)"
    case .plain, .probe: "true or false"
    case .host: "the name or address of a server"
    case .port: "a number from 1 to 65535"
    case .tls: "one of " + OutsideChannel.MailProtection.allCases.map(\.rawValue).joined(separator: ", ")
    case .language: "one of \(MessageLanguage.allowed)"
    case .to: "an address, or a list of addresses"
    case .user, .account, .from, .chat: "a name or an address on one line"
    }
  }
}

extension Configuration {
  /// A channel without TLS must say so: a typing error must not send messages for all to read.
  package func refuseIncompleteChannels() throws(LapwingError) {
    for channel in self[Keys.outsideChannels] {
      guard let url = channel[.url].flatMap({ WebAddress($0) }), !url.isSecure, !channel.mayBePlain else { continue }
      throw LapwingError(
        .configuration, code: "bad-configuration",
        "\(Keys.outsideChannels.path).\(channel.name).url is not secure; write https://, or plain: true for a server in "
          + "your own network")
    }
  }
}
