import FoundationEssentials
import NIOCore
import NIOSSL
import Settings

/// The dialogue with a mail server for one mail (RFC 5321).
struct MailSession {
  let channel: any Channel
  var replies: AsyncThrowingStream<MailReply, any Error>.AsyncIterator
  let mail: Mail
  /// How many replies were read.
  private var read = 0

  init(channel: any Channel, replies: AsyncThrowingStream<MailReply, any Error>.AsyncIterator, mail: Mail) {
    (self.channel, self.replies, self.mail) = (channel, replies, mail)
  }

  mutating func deliver(_ text: String) async throws {
    if mail.protection == .none {
      let address = channel.remoteAddress?.ipAddress ?? "this"
      guard PrivateAddress.contains(address) else { throw NetworkFault.notPrivate(address) }
    }
    try check(try await next(), "greeting")
    var greeting = try await hello()
    if mail.protection == .starttls {
      guard greeting.offers("STARTTLS") else {
        throw DeliveryFault.temporary("\(mail.host): it offers no STARTTLS on this port; try port 465 with tls: tls")
      }
      try check(try await ask("STARTTLS"), "STARTTLS")
      try await protect()
      greeting = try await hello()
    }
    if let login = mail.login { try await authenticate(login, greeting) }
    try check(try await ask("MAIL FROM:<\(mail.from)>"), "the sender")
    try await recipients()
    try check(try await ask("DATA"), "DATA")
    // A line that begins with a dot gets another one (RFC 5321, section 4.5.2).
    let lines = text.split(separator: "\r\n" as Character, omittingEmptySubsequences: false)
    let stuffed = lines.map { $0.hasPrefix(".") ? "." + $0 : String($0) }.joined(separator: "\r\n")
    try check(try await ask(stuffed + "\r\n."), "the mail")
    _ = try? await send("QUIT")
  }

  private mutating func hello() async throws -> MailReply {
    // A box seldom has a name that others know, so it gives its address (RFC 5321, section 4.1.3).
    let address = channel.localAddress?.ipAddress ?? "127.0.0.1"
    let reply = try await ask("EHLO \(address.contains(":") ? "[IPv6:\(address)]" : "[\(address)]")")
    try check(reply, "EHLO")
    return reply
  }

  /// Begins with TLS. Whatever came before it in the clear is refused: an attacker may have put it there.
  private mutating func protect() async throws {
    let (channel, mail, read) = (channel, mail, read)
    try await channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let replies = try pipeline.handler(type: MailReplies.self)
      guard replies.isEmpty, replies.given == read else { throw NetworkFault.injected }
      try pipeline.addHandler(mail.trust.handler(host: mail.host), position: .first)
    }.get()
  }

  private mutating func authenticate(_ login: (user: String, password: String), _ greeting: MailReply) async throws {
    func encoded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
    let reply: MailReply
    if greeting.offers("AUTH", "PLAIN") {
      reply = try await ask("AUTH PLAIN \(encoded("\0\(login.user)\0\(login.password)"))")
    } else if greeting.offers("AUTH", "LOGIN") {
      try check(try await ask("AUTH LOGIN"), "AUTH LOGIN")
      try check(try await ask(encoded(login.user)), "the user")
      reply = try await ask(encoded(login.password))
    } else {
      throw DeliveryFault.temporary("\(mail.host): it offers neither AUTH PLAIN nor AUTH LOGIN on this port")
    }
    // It says something about the box and not about this mail, so it is tried again.
    guard reply.code < 400 else {
      throw DeliveryFault.temporary("\(mail.host): it refuses user or password (\(reply.code))")
    }
  }

  /// Gives the recipients. It is enough if the server takes one.
  private mutating func recipients() async throws {
    var refusal: MailReply?, taken = 0
    for recipient in mail.to {
      let reply = try await ask("RCPT TO:<\(recipient)>")
      if reply.code < 300 { taken += 1 } else { refusal = reply }
    }
    if taken == 0, let refusal { try check(refusal, "the recipients") }
  }

  private func send(_ line: String) async throws {
    try await channel.writeAndFlush(ByteBuffer(string: line + "\r\n"))
  }

  private mutating func ask(_ line: String) async throws -> MailReply {
    // A connection that fails says why to the reader.
    try? await send(line)
    return try await next()
  }

  private mutating func next() async throws -> MailReply {
    guard let reply = try await replies.next() else { throw NetworkFault.closed }
    read += 1
    return reply
  }

  /// 4xx is tried again, 5xx is final (RFC 5321, section 4.2.1).
  private func check(_ reply: MailReply, _ what: String) throws(DeliveryFault) {
    guard reply.code >= 400 else { return }
    let text = (reply.lines.last ?? "").prefix(100).map { $0.isNewline ? " " : $0 }
    // Its words often repeat the address of a person, which is not for the journal.
    let reason = text.contains("@") ? "" : " " + String(text)
    let sentence = "\(mail.host): it refuses \(what) (\(reply.code)\(reason))"
    throw reply.code < 500 ? .temporary(sentence) : .permanent(sentence)
  }
}
