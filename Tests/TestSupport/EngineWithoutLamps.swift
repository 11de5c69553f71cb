import Alarms
import Engine
import Monitor
import Readings

/// For tests of what the engine tells: nothing hangs on it. On a box every call must say who drives.
extension Engine {
  /// As that of a box, and nothing is driven.
  package mutating func take(_ input: EngineInput, at instant: Instant, to sink: Sink) {
    take(input, at: instant, driving: { _ in }, to: sink)
  }

  /// As that of a box, and nothing is driven.
  package mutating func advance(to instant: Instant, to sink: Sink) {
    advance(to: instant, driving: { _ in }, to: sink)
  }

  /// As that of a box, and nothing is driven.
  package mutating func resume(
    _ alarm: RememberedAlarm, at sensor: SensorRegistry.Sensor, at instant: Instant, to sink: Sink
  ) {
    resume(alarm, at: sensor, at: instant, driving: { _ in }, to: sink)
  }

  /// As that of a box, and nothing is driven.
  package mutating func adopt(_ settings: MonitorSettings, to sink: Sink) {
    adopt(settings, driving: { _ in }, to: sink)
  }
}
