import NIOCore
import NIOHTTP1
import Settings
import System

/// Speaks HTTP/1.1 with web services: one request a connection, no redirects, no cookies, no compression, answers of up to
/// 64 KiB. (async-http-client would link full Foundation: 64 MB.)
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

  package func send(_ request: HTTPRequest, patience: TimeAmount = patience) async throws(DeliveryFault) -> HTTPAnswer {
    try await exchange(request, patience: patience, taking: .whole)
  }

  /// Follows an answer that does not end, line by line, until the server ends it or is silent for longer than `silence`.
  package func follow(
    _ request: HTTPRequest, silence: TimeAmount, onLine: @escaping @Sendable (String) -> Void
  ) async throws(DeliveryFault) {
    try await exchange(request, patience: silence, taking: .lines(onLine)).check(host: request.address.host)
  }

  /// Downloads an answer part by part, however long it is, until the server is silent for longer than `silence`.
  package func download(
    _ request: HTTPRequest, silence: TimeAmount = patience, part: @escaping @Sendable (Int, [UInt8]) throws -> Void
  ) async throws(DeliveryFault) {
    try await exchange(request, patience: silence, taking: .parts(part)).check(host: request.address.host)
  }

  private func exchange(
    _ request: HTTPRequest, patience: TimeAmount, taking: HTTPExchange.Taking
  ) async throws(DeliveryFault) -> HTTPAnswer {
    let address = request.address
    let loop = group.next()
    let promise = loop.makePromise(of: HTTPAnswer.self)
    let trust = trust
    let connection = Dial.connect(host: address.host, port: address.port, on: loop, names) { channel in
      let pipeline = channel.pipeline.syncOperations
      if address.isSecure { try pipeline.addHandler(trust.handler(host: address.host)) }
      try pipeline.addHTTPClientHandlers()
      try pipeline.addHandler(HTTPExchange(request, patience: patience, taking: taking, promise: promise))
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
