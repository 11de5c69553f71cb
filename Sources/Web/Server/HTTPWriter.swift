import NIOCore
import NIOHTTP1

/// Writes an answer to a connection. A reader who does not take it within ``HTTPLimits/writeTime`` is cut off.
package struct HTTPWriter: StreamWriter {
  package let channel: any Channel
  /// Whether the connection stays for the next request.
  package let isKept: Bool
  /// Whether the body is left out.
  package let isHead: Bool

  /// - Returns: whether all of it was taken.
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
