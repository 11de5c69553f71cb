import NIOCore
import Web

/// A reply of a mail server: a code of three digits and lines of text (RFC 5321, section 4.2).
struct MailReply: Sendable, Equatable {
  let code: Int
  let lines: [String]

  /// Whether the server offers something in its answer to EHLO, such as `AUTH PLAIN`.
  func offers(_ keyword: String, _ word: String? = nil) -> Bool {
    lines.dropFirst().contains { line in
      let words = line.uppercased().split(whereSeparator: { $0 == " " || $0 == "=" })
      guard words.first == Substring(keyword) else { return false }
      return word.map { words.dropFirst().contains(Substring($0)) } ?? true
    }
  }
}

extension MailReply {
  /// Its own words after a blank; empty if they repeat the address of a person, which is not for the journal.
  var reason: String {
    let text = (lines.last ?? "").prefix(100).map { $0.isNewline ? " " : $0 }
    return text.contains("@") ? "" : " " + String(text)
  }

  /// 4xx is tried again, 5xx is final (RFC 5321, section 4.2.1). A server that gives another answer than the step has is not
  /// understood, and may have taken nothing.
  func check(_ what: String, host: String, expects codes: ClosedRange<Int> = 200...299) throws(DeliveryFault) {
    guard !codes.contains(code) else { return }
    guard code >= 400 else {
      throw .temporary("\(host): its answer to \(what) is not understood (\(code)\(reason))")
    }
    let sentence = "\(host): it refuses \(what) (\(code)\(reason))"
    throw code < 500 ? .temporary(sentence) : .permanent(sentence)
  }
}

/// Cuts what a mail server sends into replies. It runs on the event loop of the connection and hands them to a stream.
final class MailReplies: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// Of one reply. A server that sends more is none.
  private static let longest = 16 << 10

  private let replies: AsyncThrowingStream<MailReply, any Error>.Continuation
  private var waiting: [UInt8] = []
  private var lines: [String] = []
  private(set) var given = 0

  init(_ replies: AsyncThrowingStream<MailReply, any Error>.Continuation) { self.replies = replies }

  /// Whether nothing has arrived that is not a whole reply.
  var isEmpty: Bool { waiting.isEmpty && lines.isEmpty }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    waiting.append(contentsOf: unwrapInboundIn(data).readableBytesView)
    while let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
      var line = String(decoding: waiting[..<end], as: UTF8.self)
      waiting.removeFirst(end + 1)
      if line.hasSuffix("\r") { line.removeLast() }
      guard accept(line) else { return fail(NetworkFault.notUnderstood, context) }
    }
    if waiting.count + lines.reduce(0, { $0 + $1.utf8.count }) > Self.longest { fail(NetworkFault.tooLong, context) }
  }

  private func accept(_ line: String) -> Bool {
    let digits = line.utf8.prefix(3)
    guard digits.count == 3, let code = Int(String(line.prefix(3))), (200..<600).contains(code) else { return false }
    let mark = line.dropFirst(3).first
    guard mark == nil || mark == " " || mark == "-" else { return false }
    lines.append(String(line.dropFirst(4)))
    if mark != "-" {
      given += 1
      replies.yield(MailReply(code: code, lines: lines))
      lines = []
    }
    return true
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

  func channelInactive(context: ChannelHandlerContext) {
    replies.finish(throwing: NetworkFault.closed)
    context.fireChannelInactive()
  }

  private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
    replies.finish(throwing: error)
    context.close(promise: nil)
  }
}
