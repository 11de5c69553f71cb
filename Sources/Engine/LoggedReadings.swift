import Readings

/// Decides which readings are logged. A sensor that sends one measurement many times, with a counter, is logged once
/// per measurement, with the correction of its first reading; a sensor without a counter is logged every time.
package struct LoggedReadings: Sendable {
  private var latest: [SensorIndex: (counter: UInt32, measurements: Measurements)] = [:]

  package init() {}

  package mutating func isNew(_ reading: Reading, from sensor: SensorIndex) -> Bool {
    // What is logged is of its time of reception, and a spot-check is of any time before.
    guard !reading.measurements.isEmpty, !reading.isSpotCheck else { return false }
    guard let counter = reading.counter else {
      if !latest.isEmpty { latest[sensor] = nil }
      return true
    }
    if let latest = latest[sensor], latest.counter == counter, latest.measurements == reading.measurements.asSent {
      return false
    }
    latest[sensor] = (counter, reading.measurements.asSent)
    return true
  }

  /// Deletes what is known of a place, because its sensor has changed.
  package mutating func forget(_ sensor: SensorIndex) { latest[sensor] = nil }
}
