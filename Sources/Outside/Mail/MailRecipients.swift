import Web

/// What a mail server says to each recipient. They are told apart by their place in the configuration: an address of a person is not
/// for the journal.
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
