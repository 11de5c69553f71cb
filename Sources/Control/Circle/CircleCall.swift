import Circle
import Status

/// What somebody says to the people of the care circle by way of the box: at its buttons, at its page, or by the link of a message.
/// The process that runs the circle takes it and answers.
package struct CircleCall: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// All is well.
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

    /// Whether it comes by the link of a message, which strangers may try too.
    package var isByLink: Bool { self != .okay && self != .help }

    package var word: CircleWord? { CircleWord(rawValue: rawValue) }
  }

  /// Counts up through a run of the box.
  package let number: UInt32
  package let kind: Kind
  /// The signed part of the link.
  package var link: String?

  package init(number: UInt32, kind: Kind, link: String? = nil) {
    (self.number, self.kind, self.link) = (number, kind, link)
  }
}

/// What came of a ``CircleCall``.
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
    /// The call for help before it is taken back.
    case takenBack = "taken-back"
    /// Nothing was open.
    case nothing
    // Links
    /// The alarm is on, and the link may be used.
    case open
    /// The person of the link has it now.
    case taken
    /// The others are informed of what the person of the link says.
    case said
    /// Somebody else has it.
    case held
    /// The alarm is over, or all is well.
    case over
    /// The link was used before.
    case used
    /// Its time is over.
    case expired
    /// It was not made by this box, or its person is not in the circle any more.
    case wrong
    /// It could not be taken now.
    case failed
  }

  package let number: UInt32
  package let outcome: Outcome
  /// Who has it.
  package var by: String?
  /// The message of the link.
  package var title: String?
  /// The message of the link, or a sentence about a failure.
  package var text: String?

  package init(_ number: UInt32, _ outcome: Outcome, by: String? = nil, title: String? = nil, text: String? = nil) {
    (self.number, self.outcome, self.by, self.title, self.text) = (number, outcome, by, title, text)
  }
}

/// What the process that runs the circle tells the box, several times a second: `{"verb":"circle","circle":{"state":{…}}}`.
package struct CircleTelling: Codable, Sendable, Equatable {
  package var state: ShownCircle
  /// What came of one call.
  package var done: CircleCallAnswer?

  package init(_ state: ShownCircle, done: CircleCallAnswer? = nil) { (self.state, self.done) = (state, done) }
}
