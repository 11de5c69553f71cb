import NIOCore
import NIOSSL

/// The first handler of a connection to a page with TLS: its first byte tells whether a browser speaks TLS. One that does not is
/// answered as well, since it may be at this machine, or has to be sent to https.
package final class TLSDoor: ChannelInboundHandler, RemovableChannelHandler {
  package typealias InboundIn = ByteBuffer

  /// The first byte of every connection with TLS: a record of the handshake (RFC 8446, 5.1).
  private static let handshake: UInt8 = 0x16
  private let context: NIOSSLContext
  /// Adds the handlers behind this one.
  private let open: (_ isSecure: Bool) throws -> Void
  private var deadline: Scheduled<Void>?

  package init(_ context: NIOSSLContext, open: @escaping (_ isSecure: Bool) throws -> Void) {
    self.context = context
    self.open = open
  }

  package func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: HTTPLimits.headTime) { channel.close(promise: nil) }
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
