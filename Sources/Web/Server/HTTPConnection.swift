import NIOCore
import NIOHTTP1

/// One connection: collects a request within the ``HTTPLimits``, has it answered, and writes the answer. It belongs to
/// the thread of the network; answers are made elsewhere.
package final class HTTPConnection: ChannelInboundHandler {
  package typealias InboundIn = HTTPServerRequestPart
  package typealias OutboundOut = HTTPServerResponsePart
  package typealias Answering = @Sendable (RawRequest) async -> Reply

  private let answer: Answering
  private let peer: String?
  private let isSecure: Bool
  /// The request that arrives.
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  /// Closes the connection unless what is waited for comes.
  private var deadline: Scheduled<Void>?
  /// The answer that is being made.
  private var task: Task<Void, Never>?
  /// The number of requests so far.
  private var requests = 0

  /// - Parameter isSecure: whether it is by TLS.
  package init(peer: String?, isSecure: Bool, answer: @escaping Answering) {
    self.peer = peer
    self.isSecure = isSecure
    self.answer = answer
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    // Behind a door of TLS the connection is there already, and the handshake is part of the time.
    if context.channel.isActive { wait(HTTPLimits.headTime, context) }
  }

  package func channelActive(context: ChannelHandlerContext) {
    wait(HTTPLimits.headTime, context)
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    task?.cancel()
    context.fireChannelInactive()
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body = []
      wait(HTTPLimits.bodyTime, context)
    case .body(let part):
      guard head != nil else { return }
      guard body.count + part.readableBytes <= HTTPLimits.body else { return refuse(context) }
      body += part.readableBytesView
    case .end:
      guard let head else { return }
      self.head = nil
      deadline?.cancel()
      let request = RawRequest(
        method: head.method.rawValue, target: head.uri, fields: head.headers.lazy.map { ($0.name, $0.value) },
        body: body, peer: peer, isSecure: isSecure)
      body = []
      start(request, isKept: head.isKeepAlive, context)
    }
  }

  private func start(_ request: RawRequest, isKept: Bool, _ context: ChannelHandlerContext) {
    let channel = context.channel, answer = answer
    requests += 1
    let number = requests
    let here = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    task = Task {
      let writer = HTTPWriter(channel: channel, isKept: isKept, isHead: request.method == .head)
      let isDone = await writer.send(await answer(request))
      // A closed connection may be one of a server that has ended, and then there is no thread for it any more.
      guard channel.isActive else { return }
      channel.eventLoop.execute {
        guard isDone, isKept, channel.isActive else { return channel.close(promise: nil) }
        here.value.handler.waitForNext(after: number, here.value.context)
      }
    }
  }

  /// Waits for the next request, unless it has come already.
  private func waitForNext(after number: Int, _ context: ChannelHandlerContext) {
    if requests == number, head == nil { wait(HTTPLimits.headTime, context) }
  }

  /// A form that is too large is not read to its end.
  private func refuse(_ context: ChannelHandlerContext) {
    head = nil
    let channel = context.channel
    Task {
      let writer = HTTPWriter(channel: channel, isKept: false, isHead: false)
      _ = await writer.send(.sentence(.tooLarge, "This is too much: a form has 64 kB at most."))
      channel.close(promise: nil)
    }
  }

  private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
