import Alarms
import Readings

/// The end of the previous run, as read from the logbook: the state that the next run continues.
package struct LastRun: Sendable {
  /// A sensor with the name of its model; "unknown" if the logbook has an alarm of the sensor but no reading.
  package typealias Sensor = (address: DeviceAddress, model: String)

  package struct OpenAlarm: Sendable {
    package let alarm: RememberedAlarm
    package var sensor: Sensor
  }

  /// Whether the run ended without a shutdown: it was not stopped, and it did not reach the end of a recording.
  package var wasInterrupted = false
  /// The alarms that were present, oldest first, without those of the box itself, which the next run detects again.
  package var alarms: [OpenAlarm] = []
  /// The sensors that were received up to the end of the run, if that is not long ago: the next run expects them.
  package var sensors: [Sensor] = []

  /// The latest readings, oldest first, for the longest bound of any alarm.
  package var readings: [LoggedReading] = []

  /// The latest end of each alarm that is not on again, by the name of its condition; `at` is in milliseconds since 1970.
  package var ends: [(condition: String, address: DeviceAddress, at: Int64)] = []

  /// The identifier of the run, which shows whether the file of open alarms belongs to it; `nil` if the run has none.
  package var mark: String?
  /// The sequence number of the run's latest alarm transition in the logbook; 0 if there is none.
  package var sequence: UInt64 = 0

  package struct LoggedReading: Sendable {
    /// When it was received, milliseconds since 1970.
    package let at: Int64
    package let sensor: Sensor
    package let measurements: Measurements
    /// `nil` if the sensor cannot detect skin contact.
    package let contact: SkinContact?
    package let rrIntervals: RRIntervals
    /// The age of the measurement when it was sent.
    package let ageSeconds: UInt16?
    package let counter: UInt32?
  }

  package init() {}
}
