import Alarms
import FoundationEssentials
import NIOCore
import Settings
import Status
import System
import Web

/// ntfy (docs.ntfy.sh), at ntfy.sh or a server of one's own: notifications on phones by topic. A button of a message publishes
/// to a second topic, which the box subscribes to.
struct Ntfy: Sender {
  let client: HTTPClient
  let server: WebAddress
  let topic: String
  let token: String?
  let replies: ReplyTopic?

  /// A topic for answers, and the key that shows that an answer comes from a message of this box.
  struct ReplyTopic: Sendable {
    let topic: String
    let key: String

    /// What a button sends.
    func answer(to id: String, _ word: ReplyWord = .haveIt) -> String {
      let signed = word == .haveIt ? id : "\(word.text) \(id)"
      return "\(word.text) \(id) \(MessageCode.short(key: key, signed))"
    }

    /// The message that a text answers, and with which word; `nil` if this box has not made the text.
    func message(answeredBy text: String) -> (id: String, word: ReplyWord)? {
      let parts = text.split(separator: " ")
      guard parts.count == 3, let word = ReplyWord(parts[0]) else { return nil }
      let id = String(parts[1])
      return text == answer(to: id, word) ? (id, word) : nil
    }
  }

  /// The body of a publication (docs.ntfy.sh/publish, "Publish as JSON").
  private struct Publication: Encodable {
    struct Action: Encodable {
      var action = "http"
      let label: String
      let url: String
      var method = "POST"
      let body: String
      var clear = true
    }

    let topic: String
    let title: String
    let message: String
    let priority: Int
    let tags: [String]
    let actions: [Action]?
    /// What opens when the message is touched.
    var click: String?
  }

  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
    var actions: [Publication.Action]?
    if let replies {
      let url = server.appending("/\(replies.topic)")
      func action(_ label: String, _ word: ReplyWord) -> Publication.Action {
        Publication.Action(label: label, url: url.origin + url.target, body: replies.answer(to: message.id, word))
      }
      let usual = message.wantsAnswer ? [action(message.button ?? "Acknowledge", .haveIt)] : []
      let further = ReplyWord.further.compactMap { word in message.words?[word.text].map { action($0, word) } }
      // It shows three (docs.ntfy.sh/publish, "Action buttons").
      if !usual.isEmpty || !further.isEmpty { actions = Array((usual + further).prefix(3)) }
    }
    var request = HTTPRequest(server.appending("/"))
    request.setJSON(
      OrderedJSON.text(
        of: Publication(
          topic: topic, title: message.title, message: message.body, priority: Self.priority(of: message),
          tags: Self.tags(of: message), actions: actions, click: replies == nil ? message.link : nil)))
    // Servers from 2.16 on replace a message of the same number; older ones ignore this.
    request.headers.append(("X-Sequence-ID", message.id))
    if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
    try await client.send(request).check(host: server.host)
    return nil
  }

  /// A server refuses a token that is not valid at every address (docs.ntfy.sh/config, "Health checks"). Whether the token may
  /// publish to the topic is known only by a message.
  func prove() async throws(DeliveryFault) -> Bool {
    var request = HTTPRequest(server.appending("/v1/health"), method: "GET")
    if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
    let answer = try await client.send(request)
    guard try answer.isAnswer(of: server.host, refusing: "the token") else { return false }
    let health = try? JSONDecoder().decode(Health.self, from: Data(answer.body))
    if health?.healthy == false { throw .temporary("\(server.host): the service says that it is not well") }
    return health != nil
  }

  private struct Health: Decodable {
    let healthy: Bool
  }

  /// 5 breaks through the silence of a phone if its owner allows that, 3 is usual.
  private static func priority(of message: OutsideMessage) -> Int {
    guard message.rings else { return 3 }
    return switch message.priority {
    case .high: 5
    case .medium: 4
    case .low: 3
    }
  }

  private static func tags(of message: OutsideMessage) -> [String] {
    if message.isTest { return ["test_tube"] }
    return switch message.kind {
    case .began, .unanswered: [message.priority == .high ? "rotating_light" : "warning"]
    case .acknowledged, .ended: ["white_check_mark"]
    case .information: ["information_source"]
    case .trial: ["test_tube"]
    }
  }
}

extension Ntfy: AnswerSource {
  /// A line of the subscription (docs.ntfy.sh/subscribe/api).
  private struct Line: Decodable {
    let id: String
    let event: String
    let message: String?
  }

  /// The server sends a line every 45 s; a connection that brings none for longer is dead.
  private static let silence = TimeAmount.seconds(120)

  /// Kept before anything is received: an answer that comes while this process is away must be found by the next one.
  private func firstListened(_ answers: Answers) -> String {
    let now = "\(MonotonicClock.unixMilliseconds() / 1000)"
    answers.keep(now)
    return now
  }

  /// Whether everybody who knows the name of the topic can read it; `nil` if that is not known. What can be read has the code of the
  /// button, so a reader can answer for the person.
  func isOpenToAll() async -> Bool? {
    let target = "/\(topic)/json?poll=1&since=\(MonotonicClock.unixMilliseconds() / 1000)"
    let request = HTTPRequest(server.appending(target), method: "GET")
    guard let answer = try? await client.send(request, patience: .seconds(5)) else { return nil }
    return [401, 403].contains(answer.status) ? false : answer.status == 200 ? true : nil
  }

  static let openToAll =
    "everybody who knows the name of the topic can read its messages and answer for its person; give the topic an owner at the server"

  func listen(_ answers: Answers) async {
    Task { if await isOpenToAll() == true { answers.note(Self.openToAll) } }
    guard let replies else { return }
    var failures = 0
    while !Task.isCancelled {
      let since = answers.lastAnswer() ?? firstListened(answers)
      var request = HTTPRequest(server.appending("/\(replies.topic)/json?since=\(since)"), method: "GET")
      if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
      do {
        try await client.follow(request, silence: Self.silence) { text in
          guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)), line.event == "message" else {
            return
          }
          if let (id, word) = replies.message(answeredBy: line.message ?? "") { answers.answer(id, word) }
          answers.keep(line.id)
        }
        failures = 0
      } catch {
        failures += 1
        // Once, and then at each doubling: a night without a network must not fill the journal.
        if failures & (failures - 1) == 0 { answers.note(error.sentence) }
      }
      let pause = RetrySchedule.pause(afterFailures: failures, chance: Double.random(in: 0...1))
      try? await Task.sleep(for: .milliseconds(pause))
    }
  }
}
