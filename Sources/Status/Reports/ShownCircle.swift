/// What the box shows of the care circle. The process that runs the circle (`lapwing outside`) reports it; while it does not, the
/// box shows ``Stage/silent``.
package struct ShownCircle: Codable, Sendable, Equatable {
  /// The most urgent thing that the circle does.
  package enum Stage: String, Codable, Sendable {
    case calm
    /// A call for help goes out when its seconds are over.
    case help
    /// The first person is alerted when the seconds are over.
    case countdown
    /// A countdown stands, since a person has silenced the box.
    case standing
    /// A person is alerted, and no provider has accepted the message yet.
    case trying
    /// The provider of a person has the message. Whether the person has it is not known.
    case accepted
    /// People are to be alerted, and no one can be reached.
    case unreached
    case held
    /// A person has said that all is well.
    case okay
    /// The process that runs the circle does not report.
    case silent
  }

  /// Why messages could not be sent, if there were an alarm. The most urgent one.
  package enum Fault: String, Codable, Sendable {
    case noConsent = "no-consent"
    /// The latest attempt failed on each channel of the people who have consented.
    case channelsFail = "channels-fail"
    /// Nothing has shown for a day that a channel of these people works.
    case noProof = "no-proof"
    /// No person has answered a drill or an alarm for 30 days.
    case noDrill = "no-drill"
  }

  package struct Says: Codable, Sendable, Equatable {
    package let by: String
    /// `on-my-way`, `there` or `call-me`; `nil`: the person has it.
    package let word: String?
    /// How long ago.
    package let seconds: Double

    package init(by: String, word: String?, seconds: Double) {
      (self.by, self.word, self.seconds) = (by, word, seconds)
    }

    private enum CodingKeys: String, CodingKey {
      case by, word
      case seconds = "ago_s"
    }
  }

  package var stage: Stage
  /// How long until people are alerted, s.
  package var seconds: Double?
  package var next: String?
  /// Who is alerted, or has answered.
  package var by: String?
  package var says: Says?
  package var fault: Fault?
  /// The channels of these people that do not work, whether or not another one does; `nil` for none.
  package var failing: [String]?
  /// Whether "I'm okay" was said to an alarm that needs it a second time.
  package var asksAgain: Bool?

  private enum CodingKeys: String, CodingKey {
    case stage
    case seconds = "in_s"
    case next, by, says, fault, failing
    case asksAgain = "asks_again"
  }

  package init(
    _ stage: Stage, seconds: Double? = nil, next: String? = nil, by: String? = nil, fault: Fault? = nil
  ) {
    (self.stage, self.seconds, self.next, self.by, self.fault) = (stage, seconds, next, by, fault)
  }

  /// Whole seconds, so that none is left when people are alerted.
  package var wholeSeconds: Int? { seconds.map { Int(min(max($0, 0), 86_400).rounded(.up)) } }
}
