import Circle
import Status

/// What a person sends to the care circle through the box: at its buttons, at its page, or by the link of a message.
/// The process that runs the circle receives it and answers.
package struct CircleCall: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case okay
    case help
    /// What the link of a message is about. It changes nothing.
    case look
    /// The person to whom the link was sent looks after it.
    case haveIt = "have-it"
    // The person of the link says more.
    case onMyWay = "on-my-way"
    case there
    case callMe = "call-me"
    // Who may change settings manages the people.
    case people, invite, remove, drill, pause, resume
    /// A person comes before the one before them.
    case earlier
    /// The person who is watched has ended the agreement: no person gets a message any more.
    case end

    /// Whether it comes by the link of a message, which strangers may try too.
    package var isByLink: Bool { self == .look || self == .haveIt || word != nil }
    /// Whether it is for who may change settings.
    package var isOfOwner: Bool { !isByLink && self != .okay && self != .help }
    package var namesPerson: Bool { [.invite, .remove, .pause, .resume, .earlier].contains(self) }

    package var word: CircleWord? { CircleWord(rawValue: rawValue) }
  }

  /// Counts up through a run of the box.
  package let number: UInt32
  package let kind: Kind
  /// The signed part of the link.
  package var link: String?
  package var person: String?
  /// How long a pause lasts.
  package var seconds: Double?

  package init(number: UInt32, kind: Kind, link: String? = nil, person: String? = nil, seconds: Double? = nil) {
    (self.number, self.kind, self.link, self.person, self.seconds) = (number, kind, link, person, seconds)
  }
}

package struct CircleCallAnswer: Codable, Sendable, Equatable {
  package enum Outcome: String, Codable, Sendable, CaseIterable {
    // Okay and help
    /// Help goes out in some seconds. Whether it reaches a person is not known yet.
    case trying
    /// "Okay" counts, and no alarm is on.
    case okay
    /// "Okay" counts for two minutes, since an alarm is on; the first person is informed.
    case okayForNow = "okay-for-now"
    /// An alarm is on that needs "okay" a second time, 2 to 30 s later.
    case sayAgain = "say-again"
    case takenBack = "taken-back"
    case nothing
    // Links
    /// The alarm is on, and the link may be used.
    case open
    case taken
    /// The others are informed of what the person of the link says.
    case said
    case held
    /// The alarm is over, or all is well.
    case over
    case used
    /// Its time is over.
    case expired
    /// It was not made by this box, or its person is not in the circle any more.
    case wrong
    // Who manages the people
    case done
    /// It could not be taken now.
    case failed
  }

  package let number: UInt32
  package let outcome: Outcome
  /// Who has it.
  package var by: String?
  package var title: String?
  /// The message of the link, or a sentence about a failure.
  package var text: String?
  /// Of a failure, for programs and for other languages.
  package var code: String?
  package var people: [CirclePersonReport]?
  /// The latest messages and answers of people, oldest first.
  package var log: [CirclePastReport]?

  package init(_ number: UInt32, _ outcome: Outcome, by: String? = nil, title: String? = nil, text: String? = nil) {
    (self.number, self.outcome, self.by, self.title, self.text) = (number, outcome, by, title, text)
  }
}

package struct CirclePersonReport: Codable, Sendable, Equatable {
  package let name: String
  /// `consented`, `stopped`, or `none` for no word yet.
  package let word: String
  /// The date of that word.
  package var since: String?
  package var pausedForSeconds: Int64?
  /// Whether the person was added at the page; then whether they have answered the test, whether the question is too old, and the
  /// link by which a phone gets it.
  package var isInvited: Bool?
  package var hasAnswered: Bool?
  package var isOld: Bool?
  package var link: String?

  package init(name: String, word: String, since: String?) { (self.name, self.word, self.since) = (name, word, since) }

  private enum CodingKeys: String, CodingKey {
    case name, word, since
    case pausedForSeconds = "paused_for_s"
    case isInvited = "invited"
    case hasAnswered = "answered"
    case isOld = "old"
    case link
  }
}

/// A message to a person of the circle and what became of it, or what the person has said.
package struct CirclePastReport: Codable, Sendable, Equatable {
  /// `2026-11-29T06:00:00Z`.
  package let at: String
  package let person: String
  /// The word of a `CircleEntry.Kind`.
  package let kind: String
  package var channel: String?

  package init(at: String, person: String, kind: String, channel: String?) {
    (self.at, self.person, self.kind, self.channel) = (at, person, kind, channel)
  }
}

/// What the process that runs the circle reports to the box, several times a second:
/// `{"verb":"circle","circle":{"state":{…}}}`.
package struct CircleTelling: Codable, Sendable, Equatable {
  package var state: ShownCircle
  package var done: CircleCallAnswer?

  package init(_ state: ShownCircle, done: CircleCallAnswer? = nil) { (self.state, self.done) = (state, done) }
}
