import Alarms
import Sessions
import FoundationEssentials

/// What the command line asks of a running box.
package struct ControlRequest: Codable, Sendable {
  /// What to do.
  package enum Verb: String, Codable, Sendable {
    case status
    case follow
    case ack
    case pause
    case phase
    case session
    case reload
    case reset
    case standby
    case endStandby = "end-standby"
    case test
    case adopt
    case forget
  }

  /// What to do.
  package var verb: Verb
  /// The condition to acknowledge, reset or test, the phase, the person of a standby, `start` or `end` of a session, or a
  /// sensor's address.
  package var name: String?
  /// How long a standby lasts, hours.
  package var hours: Double?
  /// What the sensor to adopt is to be called.
  package var label: String?
  /// The address of the sensor whose place it takes.
  package var replaces: String?

  /// A verb and what it is about.
  package init(
    _ verb: Verb, name: String? = nil, hours: Double? = nil, label: String? = nil, replaces: String? = nil
  ) {
    self.verb = verb
    self.name = name
    self.hours = hours
    self.label = label
    self.replaces = replaces
  }
}
