import FoundationEssentials
import NIOCore
import NIOSSL
import Settings
import Web

/// The dialogue with a mail server for one mail (RFC 5321).
struct MailSession {
  let channel: any Channel
  var replies: AsyncThrowingStream<MailReply, any Error>.AsyncIterator
  let mail: Mail
  private var read = 0

  init(channel: any Channel, replies: AsyncThrowingStream<MailReply, any Error>.AsyncIterator, mail: Mail) {
    (self.channel, self.replies, self.mail) = (channel, replies, mail)
  }

  /// The server has sent nothing.
  struct NoGreeting: Error {
    let cause: any Error
  }

  /// Up to where a mail may be given: protection, user and password.
  /// - Returns: what the server offers.
  mutating func begin() async throws -> MailReply {
    if mail.protection == .none {
      let address = channel.remoteAddress?.ipAddress ?? "this"
      guard PrivateAddress.contains(address) else { throw NetworkFault.notPrivate(address) }
    }
    let first: MailReply
    do { first = try await next() } catch { throw NoGreeting(cause: error) }
    try check(first, "the connection", expects: 220...220)
    var greeting = try await hello()
    if mail.protection == .starttls {
      guard greeting.offers("STARTTLS") else {
        throw DeliveryFault.temporary("\(mail.host): it offers no STARTTLS on this port; try port 465 with tls: tls")
      }
      try check(try await ask("STARTTLS"), "STARTTLS", expects: 220...220)
      try await protect()
      greeting = try await hello()
    }
    if let login = mail.login { try await authenticate(login, greeting) }
    return greeting
  }

  func quit() async throws { try await send("QUIT") }

  /// - Parameter recipients: those of the mail that still need it.
  mutating func deliver(_ text: String, to recipients: [String]) async throws {
    let greeting = try await begin()
    // What cannot be delivered later is reported to the sender's address (RFC 3461).
    let reports = greeting.offers("DSN")
    try check(try await ask("MAIL FROM:<\(mail.from)>\(reports ? " RET=HDRS" : "")"), "the sender")
    let outcome = try await offer(recipients, reports ? " NOTIFY=FAILURE,DELAY" : "")
    if !outcome.hasTaken, let fault = outcome.fault { throw fault }
    try check(try await ask("DATA"), "DATA", expects: 354...354)
    // A line that begins with a dot gets another one (RFC 5321, section 4.5.2).
    let lines = text.split(separator: "\r\n" as Character, omittingEmptySubsequences: false)
    let stuffed = lines.map { $0.hasPrefix(".") ? "." + $0 : String($0) }.joined(separator: "\r\n")
    try check(try await ask(stuffed + "\r\n."), "the mail")
    try? await quit()
    if let fault = outcome.fault { throw fault }
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
      try pipeline.addHandler(mail.client.trust.handler(host: mail.host), position: .first)
    }.get()
  }

  private mutating func authenticate(_ login: (user: String, password: String), _ greeting: MailReply) async throws {
    func encoded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
    let reply: MailReply
    if greeting.offers("AUTH", "PLAIN") {
      reply = try await ask("AUTH PLAIN \(encoded("\0\(login.user)\0\(login.password)"))")
    } else if greeting.offers("AUTH", "LOGIN") {
      try check(try await ask("AUTH LOGIN"), "AUTH LOGIN", expects: 334...334)
      try check(try await ask(encoded(login.user)), "the user", expects: 334...334)
      reply = try await ask(encoded(login.password))
    } else {
      throw DeliveryFault.temporary("\(mail.host): it offers neither AUTH PLAIN nor AUTH LOGIN on this port")
    }
    // It says something about the box and not about this mail, so it is tried again.
    guard reply.code < 400 else {
      throw DeliveryFault.temporary("\(mail.host): it refuses user or password (\(reply.code))")
    }
    try check(reply, "AUTH", expects: 235...235)
  }

  /// Gives the recipients. It is enough for the mail if the server takes one.
  private mutating func offer(_ recipients: [String], _ parameters: String) async throws -> MailRecipients {
    var outcome = MailRecipients(host: mail.host, all: mail.to)
    for recipient in recipients { outcome.note(try await ask("RCPT TO:<\(recipient)>\(parameters)"), to: recipient) }
    return outcome
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

  private func check(
    _ reply: MailReply, _ what: String, expects codes: ClosedRange<Int> = 200...299
  ) throws(DeliveryFault) {
    try reply.check(what, host: mail.host, expects: codes)
  }
}

/// What a mail server says to each recipient. They are distinguished by their place in the configuration: an address of
/// a person is not for the journal.
struct MailRecipients: Sendable {
  private let host: String
  private let all: [String]
  private var taken = 0
  /// Those that are refused for now (4xx).
  private var later: [String] = []
  private var refusals: [(recipient: String, reply: MailReply)] = []

  init(host: String, all: [String]) { (self.host, self.all) = (host, all) }

  mutating func note(_ reply: MailReply, to recipient: String) {
    if (200...299).contains(reply.code) { return taken += 1 }
    refusals.append((recipient, reply))
    if !(500...599).contains(reply.code) { later.append(recipient) }
  }

  var hasTaken: Bool { taken > 0 }

  /// What is wrong, once the mail is with those who were taken; `nil` for nothing. Those of 4xx are tried again, and only those.
  var fault: DeliveryFault? {
    guard let last = refusals.last else { return nil }
    var sentence = "\(host): it refuses the recipients (\(last.reply.code)\(last.reply.reason))"
    if hasTaken {
      let refused = refusals.map { "\(place($0.recipient)) (\($0.reply.code))" }
      sentence = "\(host): it refuses recipient \(refused.joined(separator: ", ")) of \(all.count); the others have it"
    }
    guard !later.isEmpty else { return .permanent(sentence) }
    var fault = DeliveryFault.temporary(sentence)
    fault.recipients = later
    return fault
  }

  private func place(_ recipient: String) -> Int { (all.firstIndex(of: recipient) ?? 0) + 1 }
}
