import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import NIOTLS
import Readings
import Settings

/// One request and its answer on a connection of its own. It runs on the event loop of that connection.
package final class HTTPExchange: ChannelInboundHandler {
  package typealias InboundIn = HTTPClientResponsePart
  package typealias OutboundOut = HTTPClientRequestPart

  /// How much of an answer is read; the services answer with less than 1 kB.
  package static let longestBody = 64 << 10

  private let request: HTTPRequest
  private let promise: EventLoopPromise<HTTPAnswer>
  package enum Taking: Sendable {
    case whole
    /// Line by line: it does not end.
    case lines(@Sendable (String) -> Void)
    /// Part by part, with its status, as it comes: it is larger than the memory. A reader who throws ends it.
    case parts(@Sendable (Int, [UInt8]) throws -> Void)

    package var isWhole: Bool { if case .whole = self { true } else { false } }
  }

  private let taking: Taking
  private let patience: TimeAmount
  private let longest: Int
  private var answer: HTTPAnswer?
  private var timer: Scheduled<Void>?
  private var isDone = false

  /// - Parameter patience: for the whole exchange; for each part of an answer that is not taken as a whole.
  package init(
    _ request: HTTPRequest, patience: TimeAmount, longest: Int = longestBody, taking: Taking,
    promise: EventLoopPromise<HTTPAnswer>
  ) {
    (self.request, self.patience, self.longest, self.taking, self.promise) = (
      request, patience, longest, taking, promise
    )
  }

  /// The channel is connected by then. With TLS the request waits for the handshake.
  package func handlerAdded(context: ChannelHandlerContext) {
    startTimer(context)
    guard !request.address.isSecure else { return }
    let address = context.remoteAddress?.ipAddress ?? "this"
    guard PrivateAddress.contains(address) else { return fail(NetworkFault.notPrivate(address), context) }
    send(context)
  }

  package func handlerRemoved(context: ChannelHandlerContext) { fail(NetworkFault.closed, context) }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted = event as? TLSUserEvent { send(context) }
    context.fireUserInboundEventTriggered(event)
  }

  private func send(_ context: ChannelHandlerContext) {
    var head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method), uri: request.address.target)
    head.headers.add(name: "Host", value: request.address.authority)
    head.headers.add(name: "User-Agent", value: "lapwing")
    head.headers.add(name: "Connection", value: "close")
    for header in request.headers { head.headers.add(name: header.name, value: header.value) }
    if request.method != "GET" { head.headers.add(name: "Content-Length", value: "\(request.body.count)") }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !request.body.isEmpty {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: request.body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard head.status.code >= 200 else { return }
      let date = head.headers.first(name: "Date")
      answer = HTTPAnswer(
        status: Int(head.status.code),
        retryAfter: head.headers.first(name: "Retry-After").flatMap { RetryAfter.seconds($0, date: date) })
    case .body(let part):
      let status = answer?.status ?? 0
      // An error is read as a whole: a server that sends it byte by byte must not hold the connection.
      if !taking.isWhole, (200..<300).contains(status) { startTimer(context) }
      if case .parts(let take) = taking, (200..<300).contains(status) {
        guard !isDone else { return }
        do { try take(status, Array(part.readableBytesView)) } catch { fail(error, context) }
        return
      }
      answer?.body.append(contentsOf: part.readableBytesView)
      if case .lines(let onLine) = taking, status == 200 { takeLines(onLine) }
      if (answer?.body.count ?? 0) > longest { fail(NetworkFault.tooLong, context) }
    case .end:
      guard let answer, !isDone else { return }
      isDone = true
      timer?.cancel()
      promise.succeed(answer)
      context.close(promise: nil)
    }
  }

  private func takeLines(_ onLine: (String) -> Void) {
    while let end = answer?.body.firstIndex(of: UInt8(ascii: "\n")), let body = answer?.body {
      onLine(String(decoding: body[..<end], as: UTF8.self))
      answer?.body.removeFirst(end + 1)
    }
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(error is HTTPParserError ? NetworkFault.notUnderstood : error, context)
  }

  package func channelInactive(context: ChannelHandlerContext) {
    fail(NetworkFault.closed, context)
    context.fireChannelInactive()
  }

  private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
    guard !isDone else { return }
    isDone = true
    timer?.cancel()
    if let answer, isTaken(answer, despite: error) { promise.succeed(answer) } else { promise.fail(error) }
    context.close(promise: nil)
  }

  /// A service that has said 200 has taken the message, though the rest of its answer never came: it must not be sent again. (Pushover sends it again all the same, since its receipt is in the rest.)
  private func isTaken(_ answer: HTTPAnswer, despite error: any Error) -> Bool {
    guard request.method == "POST", (200..<300).contains(answer.status) else { return false }
    return switch error as? NetworkFault {
    case .tooSlow, .closed, .notUnderstood: true
    default: false
    }
  }

  private func startTimer(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let seconds = patience.nanoseconds / 1_000_000_000
    timer = context.eventLoop.scheduleTask(in: patience) {
      bound.value.0.fail(NetworkFault.tooSlow(seconds: seconds), bound.value.1)
    }
  }
}

/// Whether an address is of this machine or of a network of one's own: loopback, RFC 1918, link-local (RFC 3927, RFC 4291) and
/// unique local (RFC 4193). Only to these may a message go without TLS.
package enum PrivateAddress {
  package static func contains(_ text: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    let plain = String(text.prefix { $0 != "%" })
    if inet_pton(AF_INET, plain, &bytes) == 1 { return isPrivate(four: bytes[..<4]) }
    guard inet_pton(AF_INET6, plain, &bytes) == 1 else { return false }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    if isMapped { return isPrivate(four: bytes[12...]) }
    let isLoopback = bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
    let isUniqueLocal = bytes[0] & 0xFE == 0xFC
    let isLinkLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    return isLoopback || isUniqueLocal || isLinkLocal
  }

  private static func isPrivate(four bytes: ArraySlice<UInt8>) -> Bool {
    let (first, second) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
    return switch (first, second) {
    case (10, _), (127, _), (192, 168), (169, 254): true
    case (172, 16...31): true
    default: false
    }
  }
}

/// The header Retry-After: seconds, or a date (RFC 9110, section 10.2.3).
package enum RetryAfter {
  /// - Parameter date: the header Date of the same answer. A date is measured by the clock of the server, since that of the box may
  ///   be wrong.
  /// - Returns: seconds; `nil` for a text that is neither, or a date without the date of the answer.
  package static func seconds(_ text: String, date: String?) -> Int? {
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Int(text) ?? .max
    }
    guard let until = time(text), let now = date.flatMap(time) else { return nil }
    return Int(exactly: max(0, until.timeIntervalSince(now)).rounded(.up))
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// A date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
  private static func time(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else { return nil }
    let date = "\(words[3])-\((month + 1).digits(2))-\(words[1])T\(words[4])Z"
    return try? Date(date, strategy: .iso8601)
  }
}
