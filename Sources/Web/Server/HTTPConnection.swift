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
  private let headTime: TimeAmount
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  /// Closes the connection unless what is waited for comes.
  private var deadline: Scheduled<Void>?
  private var task: Task<Void, Never>?
  private var requests = 0

  /// - Parameter headTime: until it has sent a whole head.
  package init(
    peer: String?, isSecure: Bool, headTime: TimeAmount = HTTPLimits.headTime, answer: @escaping Answering
  ) {
    self.peer = peer
    self.isSecure = isSecure
    self.headTime = headTime
    self.answer = answer
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    // Behind TLS the connection is there already, and the handshake is part of the time.
    if context.channel.isActive { wait(headTime, context) }
  }

  package func channelActive(context: ChannelHandlerContext) {
    wait(headTime, context)
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
    if requests == number, head == nil { wait(headTime, context) }
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

/// Writes an answer to a connection. A reader who does not take it within ``HTTPLimits/writeTime`` is cut off.
package struct HTTPWriter: StreamWriter {
  package let channel: any Channel
  package let isKept: Bool
  /// Whether the body is left out.
  package let isHead: Bool

  /// - Returns: whether all of it was sent.
  package func send(_ reply: Reply) async -> Bool {
    var fields = HTTPHeaders(reply.fields.map { ($0.name, $0.value) })
    if !isKept { fields.replaceOrAdd(name: "Connection", value: "close") }
    if case .bytes(let bytes) = reply.body { fields.replaceOrAdd(name: "Content-Length", value: "\(bytes.count)") }
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: reply.status.rawValue), headers: fields)
    guard channel.isActive else { return false }
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    do {
      switch reply.body {
      case .bytes(let bytes):
        if !isHead, !bytes.isEmpty {
          channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes))), promise: nil)
        }
      case .stream(let body): if !isHead { try await body(self) }
      }
      try await flush(.end(nil))
      return true
    } catch {
      return false
    }
  }

  package func write(_ bytes: [UInt8]) async throws { try await flush(.body(.byteBuffer(ByteBuffer(bytes: bytes)))) }

  package struct IsClosed: Error {}

  private func flush(_ part: HTTPServerResponsePart) async throws {
    try Task.checkCancellation()
    let channel = channel
    guard channel.isActive else { throw IsClosed() }
    let deadline = channel.eventLoop.scheduleTask(in: HTTPLimits.writeTime) { channel.close(promise: nil) }
    let written = channel.eventLoop.makePromise(of: Void.self)
    channel.writeAndFlush(part, promise: written)
    // On the thread of the network: this task may have to wait for a processor, which is not the reader's fault.
    written.futureResult.whenComplete { _ in deadline.cancel() }
    try await written.futureResult.get()
  }
}

/// What anybody can make the server hold or wait for.
package enum HTTPLimits {
  /// Each open page has one connection for its news, and a few for its files.
  package static let connections = 256
  /// How many of these neither this machine nor the network can take from the other.
  package static let kept = 32
  /// How many of the places of the network strangers leave to visitors who have entered the code.
  package static let keptForKnown = 64
  /// How many one visitor that is not this machine has. A browser opens six.
  package static let connectionsOfOne = 32
  /// A request line with all its fields, in bytes. Those of browsers have one or two kilobytes.
  package static let head = 16 * 1024
  package static let fields = 100
  /// A form, in bytes. Settings are the longest one, with some kilobytes.
  package static let body = 64 * 1024
  /// Until a connection has sent a whole head, also after an answer.
  package static let headTime = TimeAmount.seconds(20)
  /// The same for a stranger while a quarter of all places is taken.
  package static let shortHeadTime = TimeAmount.seconds(3)
  /// From the head to the end of the form.
  package static let bodyTime = TimeAmount.seconds(10)
  /// Until the other end has taken what was written.
  package static let writeTime = TimeAmount.seconds(10)
}
