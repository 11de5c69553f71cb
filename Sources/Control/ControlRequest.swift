import Engine
import Sessions
import Settings
import Status

/// A request to a running box.
///
/// Names of conditions, phases, persons and sensors are texts as a person has written them: the box says which there are, and one of
/// another version may know others.
package enum ControlRequest: Sendable {
  /// - Parameter isProved: whether the critical loop itself must answer first, which proves that it lives.
  case status(isProved: Bool = false)
  /// The status, and then a line for everything that happens.
  /// - Parameters:
  ///   - run: the run of the box that the client knows.
  ///   - since: the number of the last alarm change that it knows of it.
  case follow(run: String? = nil, since: UInt64? = nil)
  /// - Parameter condition: `nil` for all that sounds.
  case acknowledge(condition: String? = nil)
  case pause
  case phase(String)
  case startSession(SessionDetails = SessionDetails(), ifUnready: UncheckedStart = .told)
  case endSession
  case check(CheckOrder)
  /// - Parameter millilitres: `nil` for the usual amount.
  case drink(millilitres: Int? = nil)
  case undoDrink
  case caffeine
  case undoCaffeine
  case reload
  case change(SettingsChange)
  /// Ends latched sounds.
  /// - Parameter condition: `nil` for all.
  case reset(condition: String? = nil)
  /// - Parameter person: `nil` for everybody whose heart is not received.
  case standby(person: String? = nil, hours: Double? = nil)
  case endStandby(person: String? = nil)
  case test(condition: String, seconds: Int? = nil)
  case adopt(Adoptee)
  case forget(sensor: String)
  case update(UpdateOrder)
  /// The network of the card.
  case network(NetworkOrder)
  /// The role of the process that receives the other box of a pair.
  case peer(ElsewhereReport)
  /// The role of the process that runs the care circle.
  case circle(CircleTelling)
  case call(CircleCall.Kind, link: String? = nil)
  /// - Parameter passkey: the number that the device shows.
  case pair(sensor: String, passkey: Int? = nil)
  case passkey(Int)
  case unpair(sensor: String)
  case read(sensor: String)
  /// Ends `pair` or `read`.
  case stop
  case doctor
  /// Starts the box again, unless an alarm stands.
  case restart

  /// A sensor to adopt.
  package struct Adoptee: Sendable {
    package let sensor: String
    /// Its name.
    package var label: String?
    /// The sensor that it replaces.
    package var replaces: String?
    /// The kind of the person who wears it, as the configuration writes it.
    package var wearer: String?

    package init(_ sensor: String, label: String? = nil, replaces: String? = nil, wearer: String? = nil) {
      (self.sensor, self.label, self.replaces, self.wearer) = (sensor, label, replaces, wearer)
    }
  }

  package enum NetworkOrder: Sendable, Equatable {
    case status
    case mode(NetworkMode)
  }
}
