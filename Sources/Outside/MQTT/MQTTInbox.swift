import NIOCore
import Synchronization
import Web

/// Receives the bytes of a broker on the event loop of its connection, and keeps them until the session asks for them. While many wait,
/// it reads no more: a broker that floods the box fills its own buffers.
final class MQTTInbox: ChannelDuplexHandler, Sendable {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer

  private struct State {
    var bytes: [UInt8] = []
    var end: (any Error)?
  }

  private static let most = 64 << 10

  private let state = Mutex(State())
  private let bell: Bell

  init(_ bell: Bell) { self.bell = bell }

  /// What has arrived, and why the connection has ended. If something has, the channel is to read again.
  func remove() -> (bytes: [UInt8], end: (any Error)?) {
    state.withLock { state in
      defer { state.bytes = [] }
      return (state.bytes, state.end)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    state.withLock { $0.bytes += unwrapInboundIn(data).readableBytesView }
    bell.ring()
  }

  func read(context: ChannelHandlerContext) {
    if state.withLock({ $0.bytes.count < Self.most }) { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { end(error, context) }

  func channelInactive(context: ChannelHandlerContext) {
    end(NetworkFault.closed, context)
    context.fireChannelInactive()
  }

  /// The first reason is the true one.
  private func end(_ error: any Error, _ context: ChannelHandlerContext) {
    state.withLock { $0.end = $0.end ?? error }
    bell.ring()
    context.close(promise: nil)
  }
}
