import Engine
import Sessions
import Settings

/// A request to a running box. On the socket it is a line of JSON: ``ControlLine``.
///
/// Names and addresses are texts as a person has typed them: the box alone knows which there are, and refuses others with a list.
package enum ControlRequest: Sendable {
  /// - Parameter isProved: whether the critical loop itself must answer before the status is sent, which proves that it lives.
  case status(isProved: Bool = false)
  /// - Parameter after: what the client knows of an earlier connection.
  case follow(after: SeenAlarms? = nil)
  /// Without a condition: all that sound.
  case acknowledge(String?, seen: SeenAlarms? = nil)
  case pause
  /// Without a condition: all that are latched.
  case reset(String?, seen: SeenAlarms? = nil)
  /// - Parameter seconds: missing for ``AlarmSystem/testSeconds``.
  case test(String, seconds: Int? = nil)
  case phase(String)
  case startSession(SessionDetails = SessionDetails(), unready: UncheckedStart = .told)
  case endSession
  /// - Parameter amount: in ml; missing for the usual one.
  case drink(Int? = nil)
  case undoDrink
  case caffeine
  case undoCaffeine
  /// - Parameters:
  ///   - isPlaced: whether a person confirms where the sensor lies.
  ///   - givesSignal: whether the signals are given.
  case check(isPlaced: Bool = false, givesSignal: Bool = false)
  /// Without a person: all.
  case standby(String? = nil, hours: Double? = nil)
  case endStandby(String? = nil)
  /// - Parameter wearer: the kind of the person who wears it, as the configuration writes it.
  case adopt(String, label: String? = nil, replaces: String? = nil, wearer: String? = nil)
  case forget(String)
  case pair(String, passkey: Int? = nil)
  /// The number that a device shows.
  case passkey(Int)
  case unpair(String)
  case read(String)
  /// Ends `pair` or `read`.
  case stop
  case reload
  case change(SettingsChange)
  case update(UpdateOrder)
  /// `status`, or the name of a mode: see ``NetworkRequest``.
  case network(String)
  /// The box speaks: the name of a ``SpokenTopic``; missing for all.
  case say(String? = nil)
  case doctor
  /// Starts the box again, unless an alarm stands.
  case restart
  /// The role of the process that receives the other box of a pair.
  case peer(ElsewhereReport)
  /// The role of the process that runs the care circle.
  case circle(CircleTelling)
  /// A person sends something to the care circle.
  /// - Parameters:
  ///   - link: the signed part of the link of a message.
  ///   - seconds: how long a pause lasts.
  case call(CircleCall.Kind, link: String? = nil, person: String? = nil, seconds: Int? = nil)

  package var isCall: Bool { if case .call = self { true } else { false } }
}

/// The alarms that a person, or a program, has seen: those of one run of the box, up to the number of a change. An order about a
/// later one is refused.
package struct SeenAlarms: Sendable {
  let run: String?
  let last: UInt64

  package init(run: String?, last: UInt64) { (self.run, self.last) = (run, last) }
}
