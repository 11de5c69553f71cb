import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import Readings

/// Listens at an address and has requests answered, with one thread for all connections.
package final class HTTPServer: Sendable {
  private let loop: MultiThreadedEventLoopGroup
  private let listener: any Channel
  /// The port at which it listens.
  package let port: Int

  /// Listens from now on.
  /// - Parameters:
  ///   - port: 0 for any free one.
  ///   - certificate: with which TLS is spoken; `nil` for HTTP alone.
  /// - Throws: `unavailable` if the address cannot be used.
  package init(
    address: String, port: Int, certificate: PanelCertificate? = nil, answer: @escaping HTTPConnection.Answering
  )
    throws(LapwingError)
  {
    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1), count = ConnectionCount()
    let bootstrap = ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try Self.prepare(channel, count, certificate, answer) }
      }
    do {
      listener = try bootstrap.bind(host: address, port: port).wait()
    } catch {
      try? loop.syncShutdownGracefully()
      let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
      throw LapwingError(
        .unavailable, code: "cannot-listen",
        "\(address), port \(port): the page cannot be served there (\(reason)); name another --address or --port")
    }
    self.loop = loop
    self.port = listener.localAddress?.port ?? port
  }

  private static func prepare(
    _ channel: any Channel, _ count: ConnectionCount, _ certificate: PanelCertificate?,
    _ answer: @escaping HTTPConnection.Answering
  ) throws {
    let peer = channel.remoteAddress?.ipAddress, counted = peer ?? ""
    guard count.add(counted) else { return channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in count.remove(counted) }
    guard let certificate else { return try addHTTP(to: channel, peer, isSecure: false, answer) }
    let door = TLSDoor(certificate.context) { try addHTTP(to: channel, peer, isSecure: $0, answer) }
    try channel.pipeline.syncOperations.addHandler(door)
  }

  private static func addHTTP(
    to channel: any Channel, _ peer: String?, isSecure: Bool, _ answer: @escaping HTTPConnection.Answering
  ) throws {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = HTTPLimits.head
    limits.maxHeaderListSize = HTTPLimits.head
    limits.maxHeaderFieldCount = HTTPLimits.fields
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: true, withErrorHandling: true, withOutboundHeaderValidation: true,
      withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
      withDecoderLimitConfiguration: limits)
    try pipeline.addHandler(HTTPConnection(peer: peer, isSecure: isSecure, answer: answer))
  }

  /// Closes all connections.
  package func end() {
    try? listener.close().wait()
    try? loop.syncShutdownGracefully()
  }
}
