import Alarms
import Readings

/// What the log tells of the run before this one: what a restart goes on with.
package struct LastRun: Sendable {
  /// A sensor, with the name of its model; "unknown" where the log has an alarm of it and no reading.
  package typealias Sensor = (address: DeviceAddress, model: String)

  /// An alarm that was there when the run ended.
  package struct OpenAlarm: Sendable {
    package let alarm: RememberedAlarm
    /// At which sensor.
    package var sensor: Sensor
  }

  /// Whether it ended by itself: nobody stopped it, and no recording came to its end.
  package var wasInterrupted = false
  /// The alarms that were there, oldest first. Those of the appliance itself are not among them: it finds them again.
  package var alarms: [OpenAlarm] = []
  /// The sensors that were heard until it ended, where that is not long ago: they should be heard again.
  package var sensors: [Sensor] = []

  /// What was heard in the end, oldest first, for as long as the longest dwell.
  package var readings: [LoggedReading] = []

  /// The run's own mark, by which the file of open alarms is compared with the log; `nil` where it has none.
  package var mark: String?
  /// The latest alarm transition of it that is in the log; 0 where there is none.
  package var sequence: UInt64 = 0

  /// What a sensor said.
  package struct LoggedReading: Sendable {
    /// When, milliseconds since 1970.
    package let at: Int64
    package let sensor: Sensor
    /// The measured quantities.
    package let measurements: Measurements
    /// Contact with the skin; `nil` where the sensor cannot tell.
    package let contact: SkinContact?
    /// The age of the measurement when it was sent, seconds.
    package let ageSeconds: UInt16?
    /// The sensor's own count.
    package let counter: UInt32?
  }

  /// Nothing to go on with.
  package init() {}
}
