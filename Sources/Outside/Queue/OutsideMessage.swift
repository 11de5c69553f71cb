import Alarms
import Characters
import Words

/// One message to people outside, the same for every channel.
package struct OutsideMessage: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable {
    case began
    /// No one has answered for some time.
    case unanswered
    case acknowledged
    case ended
    /// Word that is about no single alarm.
    case information
    case trial
  }

  /// The alarm in numbers, for programs.
  package struct Facts: Codable, Sendable, Equatable {
    package var condition: String
    /// `on`, `ack`, `latched` or `off`.
    package var presence: String
    package var isTechnical: Bool
    package var person: String?
    /// In ``unit``.
    package var value: Double?
    package var limit: Double?
    package var unit: String?

    package init(
      condition: String, presence: String, isTechnical: Bool, person: String? = nil, value: Double? = nil,
      limit: Double? = nil, unit: String? = nil
    ) {
      (self.condition, self.presence, self.isTechnical) = (condition, presence, isTechnical)
      (self.person, self.value, self.limit, self.unit) = (person?.plainWords, value, limit, unit)
    }
  }

  /// The same for all attempts; no other message has it. Up to 64 letters, digits and hyphens, so that services take it as a
  /// key.
  package let id: String
  /// What belongs together: the id of the message with which an alarm began. `nil` for a trial.
  package var alarmID: String?
  package let kind: Kind
  package let priority: Priority
  package let isTest: Bool
  package let title: String
  package let body: String
  package var facts: Facts?
  /// When it happened, ms since 1970.
  package let at: Int64
  /// What the button of an answer says, if the service has buttons; `nil` for the usual word.
  package var button: String?
  /// The words of further buttons, by ``ReplyWord``, if the service has several.
  package var words: [String: String]?
  /// The language of its texts, as HTML names it; `nil` for English.
  package var language: String?
  /// Where the person can answer, for channels that carry no answers themselves.
  package var link: String?
  /// Box, person and minute, which a text message begins with; `nil` in what was kept by an older version.
  package var from: String?
  /// The lines of the body that a text message never cuts.
  package var kept: [String]?
  /// The only recipients of a mail that still need it; `nil` for all.
  package var recipients: [String]?
  /// After this time it is of no use; ms since 1970.
  package var expiresAt: Int64?

  package init(
    id: String, alarmID: String?, kind: Kind, priority: Priority, isTest: Bool, _ text: Wording.Text, at: Int64
  ) {
    self.init(
      id: id, alarmID: alarmID, kind: kind, priority: priority, isTest: isTest, title: text.title, body: text.body,
      at: at)
    (from, kept) = (text.from, text.kept.isEmpty ? nil : text.kept)
  }

  package init(
    id: String, alarmID: String?, kind: Kind, priority: Priority, isTest: Bool, title: String, body: String,
    facts: Facts? = nil, at: Int64
  ) {
    (self.id, self.alarmID, self.kind, self.priority, self.isTest) = (id, alarmID, kind, priority, isTest)
    (self.title, self.body, self.facts, self.at) = (title, body, facts, at)
  }

  /// Whether nothing may hold it back: an end, an answer (others need not go any more), and a new high alarm.
  package var isUrgent: Bool {
    switch kind {
    case .acknowledged, .ended, .trial: true
    case .began: priority == .high
    case .unanswered, .information: false
    }
  }
  package var wantsAnswer: Bool { kind == .began || kind == .unanswered }
  /// Whether it makes a phone ring: a trial shows whether an alarm would.
  package var rings: Bool { wantsAnswer || kind == .trial }
  package var isHighAlarm: Bool { wantsAnswer && priority == .high }

  /// The lines of the body, without those that are ``kept`` and without the last, which says what ``from`` says.
  var lines: [String] {
    let lines = body.split(whereSeparator: \.isNewline).map(String.init).filter { kept?.contains($0) != true }
    return from == nil ? lines : lines.dropLast()
  }

  package var bodyWithLink: String { link.map { "\(body)\n\(button ?? "Answer"): \($0)" } ?? body }

  private enum CodingKeys: String, CodingKey {
    case id
    case alarmID = "alarm"
    case kind, priority, recipients
    case isTest = "test"
    case title, body, facts, button, words, language, link, at, from, kept
    case expiresAt = "expires_at"
  }
}

/// In the queue a priority is its number, so that SQLite can order by it.
extension Priority: Codable {}
