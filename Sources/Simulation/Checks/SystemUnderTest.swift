import Engine
import Monitor
import Readings

/// A system that is tested: the real engine, the engine with a deliberate fault, or a simpler rule for comparison. A
/// world calls it from one thread, and time never goes back.
package protocol SystemUnderTest {
  /// Power comes on for the first time; the configuration names the sensors of the box and their persons.
  mutating func begin(with own: [OwnDevice], into actions: inout [Action])
  /// Processes a radio message or another input and appends the resulting actions.
  mutating func handle(_ input: EngineInput, at instant: Instant, into actions: inout [Action])
  /// The next time at which something happens without an input.
  var nextDeadline: Instant? { get }
  /// Advances the time to such a deadline.
  mutating func advance(to instant: Instant, into actions: inout [Action])
  /// Power came back: everything except the logbook is lost.
  mutating func restart(at instant: Instant, into actions: inout [Action])
  /// Whether it continues from its log after a restart; only then is this checked.
  static var remembers: Bool { get }
}

/// A sensor of this world that the box may have adopted: the place that the checks use for it, and its address.
package struct OwnDevice: Sendable, Equatable {
  package let place: SensorIndex
  package let address: DeviceAddress
  package var role = SensorRole.adopted

  package static let air = OwnDevice(place: AlarmRequirement.air, address: DeviceAddress(value: 0xC0A1_0000_0001))
  package static let strap = OwnDevice(place: AlarmRequirement.strap, address: DeviceAddress(value: 0xC057_0000_0002))
  package static let oximeter = OwnDevice(
    place: AlarmRequirement.oximeter, address: DeviceAddress(value: 0xC0F1_0000_0003))

  /// All such sensors that a world can have.
  package static let all = [air, strap, oximeter]

  /// The place that the checks use for all other sensors.
  package static let stranger = SensorIndex(Street.firstPlace)
}
