import Alarms
import Flight
import FoundationEssentials

/// What the command line asks of a running box.
public struct ControlRequest: Codable, Sendable {
  /// What to do.
  public enum Verb: String, Codable, Sendable {
    case status
    case follow
    case ack
    case pause
    case phase
    case session
    case reload
    case reset
    case test
  }

  /// What to do.
  public var verb: Verb
  /// The condition to acknowledge, reset or test, the phase, or `start` or `end` of a session.
  public var name: String?

  /// A verb and what it is about.
  public init(_ verb: Verb, name: String? = nil) {
    self.verb = verb
    self.name = name
  }
}
