import Engine
import Monitor
import Readings

/// What is put to the test: the appliance's engine, a deliberate fault in it, or a simpler rule to compare with. A world
/// calls it from one thread, and time never goes back.
package protocol SystemUnderTest {
  /// Power comes for the first time; the configuration names the sensors of the box, and whose they are.
  mutating func begin(with own: [OwnDevice], into actions: inout [Action])
  /// Takes in what the radio received, or something else that happened, and appends what follows from it.
  mutating func take(_ input: EngineInput, at instant: Instant, into actions: inout [Action])
  /// When time alone has something to do next.
  var nextDeadline: Instant? { get }
  /// Lets time pass up to such a deadline.
  mutating func advance(to instant: Instant, into actions: inout [Action])
  /// Power came back: everything is lost but the logbook.
  mutating func restart(at instant: Instant, into actions: inout [Action])
  /// Whether it goes on after a restart from where its log says it was; only then is that asked of it.
  static var remembers: Bool { get }
}

/// A sensor of this world that may be the box's own: the place by which the checks know it, and its address.
package struct OwnDevice: Sendable, Equatable {
  package let place: SensorIndex
  package let address: DeviceAddress
  /// What it is to the box.
  package var role = SensorRole.adopted

  package static let air = OwnDevice(place: AlarmRequirement.air, address: DeviceAddress(value: 0xC0A1_0000_0001))
  package static let strap = OwnDevice(place: AlarmRequirement.strap, address: DeviceAddress(value: 0xC057_0000_0002))
  package static let oximeter = OwnDevice(
    place: AlarmRequirement.oximeter, address: DeviceAddress(value: 0xC0F1_0000_0003))

  /// Every one that a world can have.
  package static let all = [air, strap, oximeter]

  /// Where the checks expect whatever is not the box's own.
  package static let stranger = SensorIndex(Street.firstPlace)
}
