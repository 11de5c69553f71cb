import Glibc
import NIOPosix
import Readings
import Settings
import Web

/// What stands in the way of messages, as far as this machine knows without sending any: consent, secrets, certificates, addresses.
package struct OutsideCheck {
  /// Sentences that say what to do.
  package private(set) var faults: [String] = []

  package init(_ configuration: Configuration) {
    do throws(LapwingError) {
      try configuration.refuseWithoutConsent()
      // It keeps nothing else from running, and so is no reason to refuse the start.
      try configuration.refuseBrokerWithoutConsent()
    } catch {
      faults.append(error.message)
    }
    if let broker = configuration.mqtt { look(at: broker) }
    guard let queue = try? OutsideQueue() else { return }
    let senders = Senders(queue: queue), owner = Self.owner(beside: configuration[Keys.outsideQueue])
    // The owner of secrets is another user: only that user and root can look.
    for channel in configuration[Keys.outsideChannels] where !Self.isClosed(channel) {
      do throws(LapwingError) {
        if channel.kind == .ping {
          _ = try senders.ping(for: channel)
        } else {
          _ = try senders.sender(for: channel, on: MultiThreadedEventLoopGroup.singleton)
        }
        try Self.refuseForeign(channel, owner)
      } catch {
        faults.append(error.message)
      }
    }
  }

  /// The secret and the certificates for the broker.
  private mutating func look(at broker: MQTTSettings) {
    let secrets = [broker.login?.passwordFile, broker.certificate?.key].compactMap(\.self)
    guard !secrets.contains(where: { access($0, R_OK) != 0 && errno == EACCES }) else { return }
    do throws(LapwingError) {
      if let login = broker.login { _ = try SecretFile.read(login.passwordFile) }
      if let certificate = broker.certificate { try SecretFile.refuseOpen(certificate.key) }
      if broker.isSecure { _ = try Trust(file: broker.caFile, certificate: broker.certificate) }
    } catch {
      faults.append("outside.mqtt: \(error.message)")
    }
  }

  /// What the services have answered when they were asked last, as far as this user may read it.
  package static func failing(_ configuration: Configuration) -> [String] {
    let names = configuration[Keys.outsideChannels].filter { $0.kind != .ping }.map(\.name)
    guard let queue = try? OutsideQueue(reading: configuration[Keys.outsideQueue]),
      let report = try? QueueReport(queue, channels: names)
    else { return [] }
    return report.channels.compactMap { channel in
      guard channel.works == false, let asked = channel.asked, let fault = channel.fault else { return nil }
      return "\(channel.name): does not work (asked at \(asked)): \(fault)"
    }
  }

  /// The user of `lapwing outside`, who owns the folder of its queue; `nil` before its first start.
  private static func owner(beside queue: String) -> uid_t? {
    guard let slash = queue.lastIndex(of: "/") else { return nil }
    var status = stat()
    return stat(String(queue[..<slash]), &status) == 0 ? status.st_uid : nil
  }

  private static func isClosed(_ channel: OutsideChannel) -> Bool {
    OutsideChannel.Key.allCases.contains { key in
      key.namesSecret && channel[key].map { access($0, R_OK) != 0 && errno == EACCES } ?? false
    }
  }

  /// Root can read every secret, and `lapwing outside` only its own.
  private static func refuseForeign(_ channel: OutsideChannel, _ owner: uid_t?) throws(LapwingError) {
    guard let owner, geteuid() == 0 else { return }
    for key in OutsideChannel.Key.allCases where key.namesSecret {
      var status = stat()
      guard let path = channel[key], path.contains("/"), stat(path, &status) == 0, status.st_uid != owner else {
        continue
      }
      throw LapwingError(
        .configuration, code: "bad-secret",
        "\(Keys.outsideChannels.path).\(channel.name).\(key.rawValue): \(path): lapwing outside cannot read it; "
          + "chown lapwing-outside \(path)")
    }
  }
}
