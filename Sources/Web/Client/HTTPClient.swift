import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Settings
import Synchronization
import System

/// Speaks HTTP/1.1 with web services: one request a connection, no redirects, no cookies, no compression, answers of up to
/// 64 KiB unless asked for more. (async-http-client would link full Foundation: 64 MB.)
package struct HTTPClient: Sendable {
  package let group: any EventLoopGroup
  package let trust: Trust
  package let names = NameLookup()
  /// What no sentence of a service may show.
  private let secrets: [String]

  /// For the whole exchange. Services answer within a second; a slow phone network takes ten.
  package static let patience = TimeAmount.seconds(30)

  package init(group: any EventLoopGroup, trust: Trust, secrets: [String] = []) {
    (self.group, self.trust, self.secrets) = (group, trust, secrets)
  }

  /// - Parameter longest: how much of an answer is read, in bytes.
  package func send(
    _ request: HTTPRequest, patience: TimeAmount = patience, longest: Int = HTTPExchange.longestBody
  ) async throws(DeliveryFault) -> HTTPAnswer {
    try await exchange(request, patience: patience, longest: longest, taking: .whole)
  }

  /// Follows an answer that does not end, line by line, until the server ends it or is silent for longer than `silence`.
  package func follow(
    _ request: HTTPRequest, silence: TimeAmount, onLine: @escaping @Sendable (String) -> Void
  ) async throws(DeliveryFault) {
    try await exchange(request, patience: silence, taking: .lines(onLine)).check(host: request.address.host)
  }

  /// Downloads an answer part by part, however long it is, until the server is silent for longer than `silence`.
  package func download(
    _ request: HTTPRequest, silence: TimeAmount = patience, refusing what: String = "the message",
    part: @escaping @Sendable (Int, [UInt8]) throws -> Void
  ) async throws(DeliveryFault) {
    try await exchange(request, patience: silence, taking: .parts(part))
      .check(host: request.address.host, refusing: what)
  }

  private func exchange(
    _ request: HTTPRequest, patience: TimeAmount, longest: Int = HTTPExchange.longestBody, taking: HTTPExchange.Taking
  ) async throws(DeliveryFault) -> HTTPAnswer {
    let address = request.address
    let loop = group.next()
    let promise = loop.makePromise(of: HTTPAnswer.self)
    let trust = trust
    let connection = Dial.connect(host: address.host, port: address.port, on: loop, names) { channel in
      let pipeline = channel.pipeline.syncOperations
      if address.isSecure { try pipeline.addHandler(trust.handler(host: address.host)) }
      try pipeline.addHTTPClientHandlers()
      try pipeline.addHandler(
        HTTPExchange(request, patience: patience, longest: longest, taking: taking, promise: promise))
    }
    // The exchange may have failed already, with a better reason; a second failure of a promise is none.
    connection.whenFailure { promise.fail($0) }
    do {
      var answer = try await promise.futureResult.get()
      if answer.status >= 400 { answer.reason = ServiceReason(answer.body, without: secrets) }
      return answer
    } catch {
      throw await fault(error, address)
    }
  }

  private func fault(_ error: any Error, _ address: WebAddress) async -> DeliveryFault {
    guard FaultSentence.isRefusedCertificate(error) else {
      return .temporary(FaultSentence.of(error, host: address.host))
    }
    let reason = await CertificateDiagnosis.sentence(
      host: address.host, port: address.port, trust: trust, on: group.next(), names,
      now: Int(MonotonicClock.unixMilliseconds() / 1000))
    return .temporary("\(address.host): \(reason)")
  }
}

package enum Dial {
  /// For a connection, with the look-up of the name: a name server that hangs delays nothing else. The same number is in
  /// ``FaultSentence``.
  package static let patience = TimeAmount.seconds(10)

  /// - Parameter setUp: adds the handlers, on the event loop. It is called once, when one of the host's addresses is
  ///   connected and before anything is read.
  package static func connect(
    host: String, port: Int, on loop: any EventLoop, _ names: NameLookup,
    _ setUp: @escaping @Sendable (any Channel) throws -> Void
  ) -> EventLoopFuture<any Channel> {
    let bootstrap = ClientBootstrap(group: loop).connectTimeout(patience).channelOption(.autoRead, value: false)
      .resolver(names.resolver(on: loop))
    let address = try? SocketAddress(ipAddress: host, port: port)
    let connected = address.map { bootstrap.connect(to: $0) } ?? bootstrap.connect(host: host, port: port)
    return connected.flatMap { channel in
      do {
        try setUp(channel)
      } catch {
        return channel.close().flatMapThrowing { throw error }
      }
      return channel.setOption(.autoRead, value: true).map { channel }
    }
  }
}

/// Finds out for people why a server's certificate was refused. It connects once more, looks at the certificates and ends the
/// handshake as failed, so nothing is ever sent.
package enum CertificateDiagnosis {
  /// - Parameter now: seconds since 1970.
  /// - Returns: the sentence, without the host.
  package static func sentence(
    host: String, port: Int, trust: Trust, on loop: any EventLoop, _ names: NameLookup, now: Int
  ) async -> String {
    let certificates = await certificates(host: host, port: port, trust: trust, on: loop, names)
    return reason(for: certificates, now: now, hasFile: trust.file != nil)
  }

  /// What a server shows that begins with TLS; nothing of one that does not.
  package static func certificates(
    host: String, port: Int, trust: Trust, on loop: any EventLoop, _ names: NameLookup
  ) async -> [NIOSSLCertificate] {
    let kept = SeenCertificates()
    let channel = try? await ClientBootstrap(group: loop).connectTimeout(.seconds(5))
      .resolver(names.resolver(on: loop))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handler = try NIOSSLClientHandler(
            context: trust.context, serverHostname: Trust.isAddress(host) ? nil : host,
            customVerificationCallback: { certificates, promise in
              kept.set(certificates)
              promise.succeed(.failed)
            })
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
      .connect(host: host, port: port).get()
    if let channel {
      channel.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
      try? await channel.closeFuture.get()
    }
    return kept.certificates
  }

  package static func reason(for certificates: [NIOSSLCertificate], now: Int, hasFile: Bool) -> String {
    guard let leaf = certificates.first else { return "its certificate was refused" }
    if leaf.notValidAfter < now { return "its certificate has expired; its owner must renew it" }
    if leaf.notValidBefore > now { return "its certificate is not valid yet; is the clock of this box right?" }
    if let names = (try? leaf.toDERBytes()).flatMap({ CertificateFields(der: $0) }), names.issuer == names.subject {
      return "its certificate is self-signed; if it is yours, name it as ca-file"
    }
    return hasFile
      ? "its certificate is not signed by an authority of ca-file"
      : "its certificate is not signed by a known authority; if the authority is yours, name its certificate as ca-file"
  }
}

private final class SeenCertificates: Sendable {
  private let held = Mutex<[NIOSSLCertificate]>([])
  func set(_ certificates: [NIOSSLCertificate]) { held.withLock { $0 = certificates } }
  var certificates: [NIOSSLCertificate] { held.withLock { $0 } }
}
