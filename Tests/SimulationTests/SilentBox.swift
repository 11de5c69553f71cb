import Monitor
import Readings
import Simulation

/// A box that does nothing.
struct SilentBox: RulesUnderTest {
  static let remembers = false
  var nextDeadline: Instant? { nil }
  mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action]) {}
  mutating func receive(_ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action])
  {}
  mutating func restart(at instant: Instant, into actions: inout [Action]) {}
}
