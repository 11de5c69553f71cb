import Alarms
import Monitor
import Readings

/// What is put to the test: the appliance's rules, a deliberate fault in them, or a simpler rule to compare with.
package protocol SystemUnderTest {
  /// Takes in an event and appends what follows from it.
  mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action])
  /// Takes in what a sensor said.
  mutating func hear(_ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action])
  /// When a tick has something to do next.
  var nextDeadline: Instant? { get }
  /// Power comes for the first time; the configuration names the sensors that there are, and whose they are.
  mutating func begin(with sensors: [(sensor: SensorIndex, role: SensorRole)], into actions: inout [Action])
  /// A device is heard that was not there before.
  mutating func assign(_ role: SensorRole, to sensor: SensorIndex, at instant: Instant, into actions: inout [Action])
  /// Power came back: everything is lost but the log of alarms.
  mutating func restart(at instant: Instant, into actions: inout [Action])
  /// Whether it goes on after a restart where its log says it was; only then is that asked of it.
  static var remembers: Bool { get }
}

extension SystemUnderTest {
  /// Most know no sensor before they hear it.
  package mutating func begin(with sensors: [(sensor: SensorIndex, role: SensorRole)], into actions: inout [Action]) {}
  package mutating func assign(
    _ role: SensorRole, to sensor: SensorIndex, at instant: Instant, into actions: inout [Action]
  ) {}
}
