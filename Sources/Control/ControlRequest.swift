import Alarms
import Engine
import FoundationEssentials
import Sessions
import Settings

/// A request of the command line to a running box, sent as one JSON line.
package struct ControlRequest: Codable, Sendable {
  package enum Verb: String, Codable, Sendable {
    case status
    case follow
    case ack
    case pause
    case phase
    case session
    case drink
    case caffeine
    case check
    case reload
    /// Changes settings: see ``SettingsChange``.
    case change
    case reset
    case standby
    case endStandby = "end-standby"
    case test
    case adopt
    case forget
    case update
    case network
    /// The box speaks what ``ControlRequest/name`` says: see ``SpokenTopic``.
    case say
    /// The role of the process that receives the other box of a pair: see ``ElsewhereReport``.
    case peer
    /// The role of the process that runs the care circle: see ``CircleTelling``.
    case circle
    /// A person sends something to the care circle: see ``CircleCall``.
    case call
    case pair
    case passkey
    case unpair
    case read
    /// Ends `pair` or `read`.
    case stop
    case doctor
    /// Starts the box again, unless an alarm stands.
    case restart
  }

  package var verb: Verb
  /// The object of the verb: the condition to acknowledge, reset or test, the phase, the person of a standby, `start`
  /// or `end` of a session, the kind of a call, the address of a sensor, or what the system is asked to do about its update or
  /// its network.
  package var name: String?
  package var hours: Double?
  /// How long the test of an alarm lasts; missing for ``AlarmSystem/testSeconds``.
  package var seconds: Int?
  package var label: String?
  package var replaces: String?
  /// The kind of the person who wears it, as the configuration writes it.
  package var wearer: String?
  /// What is said about the session to start.
  package var details: SessionDetails?
  /// How much was drunk, ml; or the number that a device shows.
  package var amount: Int?
  /// Whether the latest drink, or the caffeine, is taken back.
  package var undo: Bool?
  /// Whether a person confirms where the sensor lies, and whether the signals are given.
  package var placed: Bool?
  package var signal: Bool?
  /// Whether a session begins though the box is not ready; missing for yes, with a report of what is missing.
  package var unready: UncheckedStart?
  /// For `follow`: the run of the box and the number of the last alarm change that the client knows of it. For `ack` and `reset`: of
  /// the alarms that the person saw; an order about a later one is refused.
  package var run: String?
  package var since: UInt64?
  /// For `status`: whether the critical loop itself must answer before the status is sent, which proves that it lives.
  package var proved: Bool?
  package var elsewhere: ElsewhereReport?
  package var circle: CircleTelling?
  /// For `call`: the signed part of the link of a message.
  package var link: String?
  package var change: SettingsChange?
  /// When the client stops to wait, in milliseconds of the kernel's monotonic clock. An order that the loop takes later is
  /// refused: its client has said that it failed. Missing for an order that holds at any time.
  package var until: Int64?

  package init(
    _ verb: Verb, name: String? = nil, hours: Double? = nil, seconds: Int? = nil, label: String? = nil,
    replaces: String? = nil, wearer: String? = nil,
    details: SessionDetails? = nil, amount: Int? = nil, undo: Bool? = nil, placed: Bool? = nil, signal: Bool? = nil,
    unready: UncheckedStart? = nil
  ) {
    self.verb = verb
    self.name = name
    self.hours = hours
    self.seconds = seconds
    self.label = label
    self.replaces = replaces
    self.wearer = wearer
    self.details = details
    self.amount = amount
    self.undo = undo
    self.placed = placed
    self.signal = signal
    self.unready = unready
  }
}
