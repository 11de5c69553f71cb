import Alarms
import Monitor
import Readings
import SensorProtocols

/// Orders that put a person on standby: limits of the time, and the messages to people. The monitor carries them out.
package enum Standby {
  /// The default: about a night. Our own choice.
  package static let usualHours = 8.0
  /// A shorter standby would end before anyone has seen its lamp. Our own choice.
  package static let shortestHours = 1.0 / 60
  /// A longer one could be forgotten. Our own choice.
  package static let longestHours = 12.0
  package static let usual = Duration.seconds(usualHours * 3600)
  package static let allowedHours = "a number from 1/60 (one minute) to \(Int(longestHours))"

  /// - Parameter hours: `nil` for the default.
  /// - Returns: `nil` if the number of hours is not allowed.
  package static func time(hours: Double?) -> Duration? {
    let hours = hours ?? usualHours
    return hours >= shortestHours && hours <= longestHours ? .seconds(hours * 3600) : nil
  }

  package static func person(_ name: String, among persons: [String]) -> PersonIndex? {
    persons.firstIndex(of: name).map { PersonIndex(UInt8(clamping: $0)) }
  }

  package static func unknown(_ name: String, among persons: [String]) -> String {
    if persons.isEmpty { return "\(name) is not a person of the configuration, which names no persons" }
    return "\(name) is not a person of the configuration; known persons: \(persons.joined(separator: ", "))"
  }

  /// Why a person stays watched. This includes a strap that is on the skin and finds no pulse.
  static func isReceived(_ name: String, by address: String) -> LapwingError {
    LapwingError(
      .usage, code: "is-heard",
      "the heart rate of \(name) is received from \(address): the person stays watched; take the sensor off first")
  }

  /// Why no person can be put on standby.
  static func noSensor(of name: String?) -> LapwingError {
    LapwingError(
      .usage, code: "no-sensor",
      "\(name.map { "\($0) has no" } ?? "there is no") heart-rate sensor, so there is no one to put on standby")
  }
}
