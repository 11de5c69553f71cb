/// What the box shows of the care circle. The process that runs the circle (`lapwing outside`) reports it, so it is
/// there only while that process reports.
package struct ShownCircle: Codable, Sendable, Equatable {
  /// The most urgent thing that the circle does.
  package enum Stage: String, Codable, Sendable {
    /// Nothing is open.
    case calm
    /// A call for help goes out when its seconds are over.
    case help
    /// The first person is alerted when the seconds are over.
    case countdown
    /// A countdown stands, since a person has silenced the box.
    case standing
    /// People are alerted.
    case telling
    /// A person has it.
    case held
    /// A person has said that all is well.
    case okay
  }

  package var stage: Stage
  /// How long until people are alerted, s.
  package var seconds: Double?
  /// The person who is alerted next; `nil` if there is none.
  package var next: String?
  /// Who has it.
  package var by: String?

  private enum CodingKeys: String, CodingKey {
    case stage
    case seconds = "in_s"
    case next, by
  }

  package init(_ stage: Stage, seconds: Double? = nil, next: String? = nil, by: String? = nil) {
    (self.stage, self.seconds, self.next, self.by) = (stage, seconds, next, by)
  }

  /// Whole seconds, so that none is left when people are alerted.
  package var wholeSeconds: Int? { seconds.map { Int(min(max($0, 0), 86_400).rounded(.up)) } }

  /// One line for people; `nil` if nothing is open.
  package var text: String? {
    let time = wholeSeconds.map { "in \($0) s" } ?? "soon"
    return switch stage {
    case .calm: nil
    case .help: "help is called for: all are told \(time)"
    case .countdown:
      next.map { "\($0) is told \(time), unless somebody answers" }
        ?? "nobody can be told: no person of the circle has consented"
    case .standing: "the countdown stands for as long as the box is silenced; \(next ?? "nobody") is told next"
    case .telling: "people are told"
    case .held: "\(by ?? "somebody") has it"
    case .okay: "somebody has said that all is well"
    }
  }
}
