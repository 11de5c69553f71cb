import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Readings
import System

/// Listens at an address and has requests answered, with one thread for all connections.
package final class HTTPServer: Sendable {
  private let loop: MultiThreadedEventLoopGroup
  private let listener: any Channel
  package let port: Int

  /// Listens from now on.
  /// - Parameters:
  ///   - port: 0 for any free one.
  ///   - certificate: with which TLS is spoken; `nil` for HTTP alone.
  ///   - count: of the connections; `answer` marks the visitors who have entered the code there.
  ///   - advice: the end of the sentence if the address cannot be used.
  /// - Throws: `unavailable` if the address cannot be used.
  package init(
    address: String, port: Int, certificate: PanelCertificate? = nil, count: ConnectionCount = ConnectionCount(),
    advice: String = "name another --address or --port",
    answer: @escaping HTTPConnection.Answering
  )
    throws(LapwingError)
  {
    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1)
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
        "\(address), port \(port): the page cannot be served there (\(reason)); \(advice)")
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
    let headTime = count.headTime(of: counted)
    guard let certificate else { return try addHTTP(to: channel, peer, isSecure: false, headTime, answer) }
    let door = TLSDoor(certificate.context, headTime) { try addHTTP(to: channel, peer, isSecure: $0, headTime, answer) }
    try channel.pipeline.syncOperations.addHandler(door)
  }

  private static func addHTTP(
    to channel: any Channel, _ peer: String?, isSecure: Bool, _ headTime: TimeAmount,
    _ answer: @escaping HTTPConnection.Answering
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
    try pipeline.addHandler(HTTPConnection(peer: peer, isSecure: isSecure, headTime: headTime, answer: answer))
  }

  package func end() {
    try? listener.close().wait()
    try? loop.syncShutdownGracefully()
  }
}

/// The first handler of a connection to a page with TLS: its first byte shows whether a browser speaks TLS. One that
/// does not is answered as well, since it may be at this machine, or has to be sent to https.
package final class TLSDoor: ChannelInboundHandler, RemovableChannelHandler {
  package typealias InboundIn = ByteBuffer

  /// The first byte of every connection with TLS: a record of the handshake (RFC 8446, 5.1).
  private static let handshake: UInt8 = 0x16
  private let context: NIOSSLContext
  private let headTime: TimeAmount
  /// Adds the handlers behind this one.
  private let open: (_ isSecure: Bool) throws -> Void
  private var deadline: Scheduled<Void>?

  package init(
    _ context: NIOSSLContext, _ headTime: TimeAmount = HTTPLimits.headTime,
    open: @escaping (_ isSecure: Bool) throws -> Void
  ) {
    (self.context, self.headTime) = (context, headTime)
    self.open = open
  }

  package func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: headTime) { channel.close(promise: nil) }
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    guard let first = buffer.readableBytesView.first else { return }
    deadline?.cancel()
    let isSecure = first == Self.handshake
    do {
      if isSecure { try context.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: self.context)) }
      try open(isSecure)
    } catch {
      return context.close(promise: nil)
    }
    context.fireChannelRead(data)
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }
}
