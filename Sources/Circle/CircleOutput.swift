import Readings

package enum CircleOutput: Sendable, Equatable {
  case send(CircleMessage)
  /// Not needed any more: to be removed from the queue, and cancelled at services that repeat it.
  case cancel(CircleMessageID)
  case countdown(incident: UInt32, subject: String, endsAt: Instant)
  case countdownStopped(incident: UInt32, CountdownStop)
  /// For the log: who got which message, when and why.
  case entry(CircleEntry)
}

package enum CountdownStop: String, Codable, Sendable {
  case told, normal, silenced, taken, okay, help, lost
}

/// A line of the audit. Together with the messages and their reports it says who got which message, when and why. The caller adds
/// the date.
package struct CircleEntry: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable {
    // Incidents
    case opened, began, ended, worse, round, nobodyReady, closed
    // Answers
    case taken, says, okay, okayAsked, help, helpTakenBack
    // People
    case consent, stop, pause, resume, removed
    // Messages
    case sent, confirmed, failed, expired
    // Orders
    case drill, drillRefused, drillAnswered, drillMissed, summary
    /// It changes nothing: a repeat, too late, from a person who is unknown or has not consented, or there is no room.
    case ignored
  }

  package let at: Instant
  package let kind: Kind
  package var incident: UInt32? = nil
  package var person: String? = nil
  /// A condition, a subject, or what was ignored.
  package var about: String? = nil
  package var message: CircleMessageID? = nil
}
