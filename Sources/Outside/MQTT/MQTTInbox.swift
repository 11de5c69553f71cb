import NIOCore
import Synchronization
import Web

/// Receives the bytes of a broker on the event loop of its connection, and keeps them until the session asks for them.
final class MQTTInbox: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private struct State {
    var bytes: [UInt8] = []
    var end: (any Error)?
  }

  /// The session takes them within milliseconds. A broker that sends more meanwhile floods the box.
  private static let most = 1 << 20

  private let state = Mutex(State())
  private let bell: Bell

  init(_ bell: Bell) { self.bell = bell }

  /// What has arrived, and why the connection has ended.
  func remove() -> (bytes: [UInt8], end: (any Error)?) {
    state.withLock { state in
      defer { state.bytes = [] }
      return (state.bytes, state.end)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let isFlood = state.withLock { state in
      state.bytes += unwrapInboundIn(data).readableBytesView
      return state.bytes.count > Self.most
    }
    if isFlood { return end(NetworkFault.tooLong, context) }
    bell.ring()
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
