import Readings

/// What page and command line show of an incident.
package struct OpenIncident: Codable, Sendable, Equatable {
  package enum Stage: Codable, Sendable, Equatable {
    /// Runs until a time; stands without one.
    case countdown(until: Instant?)
    /// People are alerted.
    case telling
    case held(by: String, until: Instant)
    case okay(until: Instant)
    /// Back to normal, not closed yet.
    case well
  }

  /// The number that *have it* names.
  package let number: UInt32
  package let subject: String
  /// The conditions that are on, in the order in which they began.
  package let conditions: [String]
  package let stage: Stage
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
        case .round: .telling
        case .held(let person, let until): .held(by: person, until: until)
        case .okay(let until): .okay(until: until)
        case .well: .well
        }
      let told = zip(state.members, incident.told).filter { $1.isOwedEnd }.map { $0.0.name }
      return OpenIncident(
        number: incident.number, subject: incident.subject, conditions: incident.alarms.map(\.condition), stage: stage,
        told: told)
    }
  }

  /// The person who is alerted first when a countdown is over (rule 16).
  package var firstToBeTold: String? { ready.first.map { state.members[$0].name } }

  /// When a call for help goes out, which may be cancelled until then (rule 27).
  package var helpDue: Instant? { state.help?.due }

  /// Whether any person may be alerted. A circle without one must say so before an alarm.
  package var hasAnybody: Bool { !ready.isEmpty }
}
