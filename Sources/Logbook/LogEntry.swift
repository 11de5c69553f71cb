import Alarms
import Flight
import Readings

/// One thing to log. Times are dates, milliseconds since 1970, so that a row can be read without the rest.
public enum LogEntry: Sendable {
  /// A session has begun.
  case sessionStarted(at: Int64, profile: String)
  /// A sensor of a named model said something.
  case reading(Reading, of: String, from: DeviceAddress, at: Int64)
  /// An alarm changed.
  case alarm(AlarmTransition, at: Int64, sensor: DeviceAddress?)
  /// The session has ended.
  case sessionEnded(SessionSummary, at: Int64)
}
