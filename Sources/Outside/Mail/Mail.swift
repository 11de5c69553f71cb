import FoundationEssentials
import NIOCore
import Settings
import System
import Web

/// Mail by submission to a server of a provider (RFC 6409): STARTTLS (RFC 3207) or TLS from the start (RFC 8314), AUTH PLAIN or
/// LOGIN (RFC 4954).
struct Mail: Sender {
  let client: HTTPClient
  let host: String
  let port: Int
  let protection: OutsideChannel.MailProtection
  let login: (user: String, password: String)?
  let from: String
  let to: [String]

  /// For the whole delivery; RFC 5321 would wait for minutes at each step, in which no one gets a message.
  static let patience = TimeAmount.seconds(60)

  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
    let recipients = to.filter { message.recipients?.contains($0) ?? true }
    // Who still needed it is no longer configured.
    guard !recipients.isEmpty else { return nil }
    let date = MonotonicClock.unixMilliseconds() / 1000
    let text = MailText(from: from, to: to, date: date).text(of: message)
    try await withSession { session in try await session.deliver(text, to: recipients) }
    return nil
  }

  /// Connection, certificate, user and password, and then no mail.
  func prove() async throws(DeliveryFault) -> Bool {
    try await withSession { session in
      _ = try await session.begin()
      try await session.quit()
    }
    return true
  }

  private func withSession(
    _ body: @Sendable (inout MailSession) async throws -> Void
  ) async throws(DeliveryFault) {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: MailReply.self, bufferingPolicy: .bufferingOldest(16))
    let loop = client.group.next()
    var channel: (any Channel)?
    do {
      let (trust, host, isSecure) = (client.trust, host, protection == .tls)
      let connected = try await Dial.connect(host: host, port: port, on: loop, client.names) { channel in
        if isSecure { try channel.pipeline.syncOperations.addHandler(trust.handler(host: host)) }
        try channel.pipeline.syncOperations.addHandler(MailReplies(continuation))
      }.get()
      channel = connected
      let seconds = Self.patience.nanoseconds / 1_000_000_000
      let timer = loop.scheduleTask(in: Self.patience) {
        continuation.finish(throwing: NetworkFault.tooSlow(seconds: seconds))
        connected.close(promise: nil)
      }
      defer { timer.cancel() }
      var session = MailSession(channel: connected, replies: stream.makeAsyncIterator(), mail: self)
      try await body(&session)
      connected.close(promise: nil)
    } catch let fault as DeliveryFault {
      channel?.close(promise: nil)
      throw fault
    } catch {
      channel?.close(promise: nil)
      throw await fault(error)
    }
  }

  private func fault(_ error: any Error) async -> DeliveryFault {
    let (trust, loop, names) = (client.trust, client.group.next(), client.names)
    if let silence = error as? MailSession.NoGreeting {
      if protection == .starttls,
        await !CertificateDiagnosis.certificates(host: host, port: port, trust: trust, on: loop, names).isEmpty
      {
        return .temporary("\(host): port \(port) begins with TLS, and sends nothing before it; write tls: tls")
      }
      return await fault(silence.cause)
    }
    guard FaultSentence.isRefusedCertificate(error) else { return .temporary(FaultSentence.of(error, host: host)) }
    // With STARTTLS the handshake cannot be repeated alone; the certificate is the usual reason.
    guard protection == .tls else {
      return .temporary(
        "\(host): its certificate is refused (expired, self-signed or of an unknown authority); if it is yours, name it "
          + "as ca-file")
    }
    let reason = await CertificateDiagnosis.sentence(
      host: host, port: port, trust: trust, on: loop, names, now: Int(MonotonicClock.unixMilliseconds() / 1000))
    return .temporary("\(host): \(reason)")
  }
}
