import Readings

/// What page and command line show of an incident.
package struct OpenIncident: Codable, Sendable, Equatable {
  package enum Stage: Codable, Sendable, Equatable {
    /// Runs until a time; stands without one.
    case countdown(until: Instant?)
    /// People are alerted, and no provider has accepted a message of this round; the last person alerted.
    case trying(String)
    /// No person is ready, or no provider has accepted a message for too long (rule 44).
    case unreached
    /// The provider of a person has the message.
    case accepted(String)
    case held(by: String, until: Instant)
    case okay(until: Instant)
    case well
  }

  /// The number that *have it* names.
  package let number: UInt32
  package let subject: String
  /// The conditions that are on, in the order in which they began.
  package let conditions: [String]
  package let stage: Stage
  /// Whether an *okay* is to be said once more (rule 27).
  package let asksAgain: Bool
  /// The last one of this round.
  package let latestWord: SaidWord?
  /// The people who were alerted since all was well last.
  package let told: [String]
}

extension CareCircle {
  /// In the order in which they were opened.
  package var incidents: [OpenIncident] {
    state.incidents.map { incident in
      let stage: OpenIncident.Stage =
        switch incident.phase {
        case .countdown(let countdown): .countdown(until: countdown.end)
        case .round: roundStage(incident)
        case .held(let person, let until): .held(by: person, until: until)
        case .okay(let until): .okay(until: until)
        case .well: .well
        }
      let told = zip(state.members, incident.told).filter { $1.isOwedEnd }.map { $0.0.name }
      let asked = incident.okayAskedAt?.advanced(by: CircleBounds.okayAgain.upperBound)
      return OpenIncident(
        number: incident.number, subject: incident.subject, conditions: incident.alarms.map(\.condition), stage: stage,
        asksAgain: asked.map { $0 >= state.now } ?? false,
        latestWord: incident.latestWord, told: told)
    }
  }

  private func roundStage(_ incident: Incident) -> OpenIncident.Stage {
    var trying: (name: String, at: Instant)?, accepted: (name: String, at: Instant)?
    for (member, told) in zip(state.members, incident.told) where told.round == incident.round {
      if trying.map({ $0.at < told.at }) ?? true { trying = (member.name, told.at) }
      guard told.reachedRound == incident.round else { continue }
      if accepted.map({ $0.at < told.at }) ?? true { accepted = (member.name, told.at) }
    }
    if let accepted { return .accepted(accepted.name) }
    guard let trying, !ready(of: incident).isEmpty, unreachedAt(incident) > state.now else { return .unreached }
    return .trying(trying.name)
  }

  /// When a round in which no provider accepts a message counts as one in which no one can be reached.
  func unreachedAt(_ incident: Incident) -> Instant { incident.roundBegan.advanced(by: CircleBounds.unreached) }

  /// The person who is alerted first when a countdown is over (rule 16).
  package var firstToBeTold: String? { ready.first.map { state.members[$0].name } }

  /// When a call for help goes out, which may be cancelled until then (rule 29).
  package var helpDue: Instant? { state.help?.due }

  /// Whether a person has answered a drill or an alarm within 30 days.
  package var isAnswered: Bool {
    (state.answeredAt ?? .start).duration(to: state.now) < CircleBounds.answerProves
  }

  /// The channels of the people who have consented.
  package var channels: Set<String> {
    Set(zip(plan.people, state.members).filter { $1.hasConsented }.flatMap { $0.0.channels })
  }

  /// Whether any person may be alerted. A circle without one must say so before an alarm.
  package var hasAnybody: Bool { !ready.isEmpty }
}
