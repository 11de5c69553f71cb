import Alarms
import FoundationEssentials
import Settings
import Web

/// Pushover (pushover.net/api): a high alarm is an emergency, which the phone repeats until a person acknowledges it.
/// The box asks for the receipt, and cancels what was answered elsewhere or has ended.
struct Pushover: Sender {
  let client: HTTPClient
  let server: WebAddress
  let token: String
  let user: String
  let openReceipts: @Sendable () -> [(id: String, receipt: String)]
  /// Those of them whose alarm was answered elsewhere or has ended.
  let settledReceipts: @Sendable () -> [(id: String, receipt: String)]
  /// Those that are not wanted any more, and how it is recorded that the service knows.
  let recalledReceipts: @Sendable () -> [(id: String, receipt: String)]
  let markWithdrawn: @Sendable (String) -> Void

  /// At least 30 s and at most 3 h, says the service.
  private static let repeatsEvery = 60
  private static let repeatsFor = 3600
  /// Characters that it takes.
  private static let longestTitle = 250
  private static let longestMessage = 1024

  private struct Reply: Decodable {
    let status: Int
    let receipt: String?
  }

  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
    var fields = [
      ("token", token), ("user", user), ("title", String(message.title.prefix(Self.longestTitle))),
      ("message", String(message.body.prefix(Self.longestMessage))), ("timestamp", "\(message.at / 1000)"),
    ]
    switch (message.rings, message.priority) {
    case (true, .high):
      // A trial rings as an alarm does, and ends by itself.
      let (every, end) = message.kind == .trial ? (30, 60) : (Self.repeatsEvery, Self.repeatsFor)
      fields += [("priority", "2"), ("retry", "\(every)"), ("expire", "\(end)")]
    case (true, .medium): fields.append(("priority", "1"))
    default: fields.append(("priority", "0"))
    }
    var request = HTTPRequest(server.appending("/1/messages.json"))
    request.setForm(fields)
    let answer = try await client.send(request)
    try answer.check(host: server.host)
    let reply = try? JSONDecoder().decode(Reply.self, from: Data(answer.body))
    guard reply?.status == 1 else { throw .temporary("\(server.host): its answer is not understood") }
    return reply?.receipt
  }

  /// Whether token and user are valid, and the user has a phone (pushover.net/api, "Validating Users/Groups").
  func prove() async throws(DeliveryFault) -> Bool {
    var request = HTTPRequest(server.appending("/1/users/validate.json"))
    request.setForm([("token", token), ("user", user)])
    return try await client.send(request).isAnswer(of: server.host, refusing: "token or user")
  }

  private func cancel(receipt: String) async throws(DeliveryFault) {
    var request = HTTPRequest(server.appending("/1/receipts/\(FormText.encoded(receipt))/cancel.json"))
    request.setForm([("token", token)])
    let answer = try await client.send(request)
    // A receipt that it does not know any more repeats nothing.
    if answer.status >= 500 || answer.status == 429 { try answer.check(host: server.host) }
  }
}

extension Pushover: AnswerSource {
  private struct Receipt: Decodable {
    let acknowledged: Int
    let expired: Int?
  }

  /// No faster than once every 5 s, says the service.
  private static let pollsEvery = Duration.seconds(5)

  /// Beside the queue: neither a poll nor a cancel that fails holds up a message, and no poll a cancel.
  func listen(_ answers: Answers) async {
    async let polls: Void = poll(answers)
    await cancelWhatIsSettled(answers)
    await polls
  }

  private func poll(_ answers: Answers) async {
    var faults = RepeatedFaults()
    while !Task.isCancelled {
      let settled = Set(settledReceipts().map(\.id))
      for (id, receipt) in openReceipts() where !settled.contains(id) {
        let target = "/1/receipts/\(FormText.encoded(receipt)).json?token=\(FormText.encoded(token))"
        let request = HTTPRequest(server.appending(target), method: "GET")
        do throws(DeliveryFault) {
          let answer = try await client.send(request)
          try answer.check(host: server.host)
          let state = try? JSONDecoder().decode(Receipt.self, from: Data(answer.body))
          if state?.acknowledged == 1 { answers.answer(id, .haveIt) }
        } catch {
          faults.add(error.sentence)
        }
      }
      for fault in faults.endRound() { answers.note(fault) }
      try? await Task.sleep(for: Self.pollsEvery)
    }
  }

  private func cancelWhatIsSettled(_ answers: Answers) async {
    var faults = RepeatedFaults(), cancelled: Set<String> = []
    while !Task.isCancelled {
      for (_, receipt) in settledReceipts() where !cancelled.contains(receipt) {
        do throws(DeliveryFault) {
          try await cancel(receipt: receipt)
          cancelled.insert(receipt)
        } catch {
          faults.add(error.sentence)
        }
      }
      for (id, receipt) in recalledReceipts() {
        do throws(DeliveryFault) {
          try await cancel(receipt: receipt)
          markWithdrawn(id)
        } catch {
          faults.add(error.sentence)
        }
      }
      for fault in faults.endRound() { answers.note(fault) }
      try? await Task.sleep(for: Self.pollsEvery)
    }
  }
}

/// Keeps a fault that lasts for many rounds out of the journal after its first line.
struct RepeatedFaults {
  private var earlier: Set<String> = []
  private var now: [String] = []

  mutating func add(_ sentence: String) {
    if !now.contains(sentence) { now.append(sentence) }
  }

  /// - Returns: the faults that the round before did not have.
  mutating func endRound() -> [String] {
    defer { (earlier, now) = (Set(now), []) }
    return now.filter { !earlier.contains($0) }
  }
}
