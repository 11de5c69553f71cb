import Readings
import SensorProtocols

/// Which readings a logbook keeps: a sensor that sends one measurement many times is logged once, and one that does not
/// count its measurements every time.
package struct LoggedReadings: Sendable {
  private var latest: [SensorIndex: (counter: UInt32, measurements: Measurements)] = [:]

  package init() {}

  /// Takes in a reading.
  /// - Returns: whether it is to be logged.
  package mutating func isNew(_ reading: Reading, from sensor: SensorIndex) -> Bool {
    guard !reading.measurements.isEmpty else { return false }
    guard let counter = reading.counter else {
      if !latest.isEmpty { latest[sensor] = nil }
      return true
    }
    if let latest = latest[sensor], latest.counter == counter, latest.measurements == reading.measurements {
      return false
    }
    latest[sensor] = (counter, reading.measurements)
    return true
  }

  /// Another sensor has the place, or none.
  package mutating func forget(_ sensor: SensorIndex) { latest[sensor] = nil }
}
