import Alarms
import Monitor
import Readings
import SensorProtocols

/// Orders by which somebody says that a person is not to be watched for some time, and what becomes of them.
package enum Standby {
  /// As long as a night, where nobody says how long. Own choice.
  package static let usualHours = 8.0
  /// What is shorter ends before anybody has seen its lamp. Ours.
  package static let shortestHours = 1.0 / 60
  /// Nobody forgets the box for longer. Own choice.
  package static let longestHours = 12.0
  /// Where nobody says how long.
  package static let usual = Duration.seconds(usualHours * 3600)
  /// What hours may be, for a person.
  package static let allowedHours = "a number from 1/60, a minute, to \(Int(longestHours))"

  /// - Parameter hours: `nil` for the usual time.
  /// - Returns: `nil` where it is not allowed.
  package static func time(hours: Double?) -> Duration? {
    let hours = hours ?? usualHours
    return hours >= shortestHours && hours <= longestHours ? .seconds(hours * 3600) : nil
  }

  /// A person by name.
  package static func person(_ name: String, among persons: [String]) -> PersonIndex? {
    persons.firstIndex(of: name).map { PersonIndex(UInt8(clamping: $0)) }
  }

  /// Says that nobody is called so.
  package static func unknown(_ name: String, among persons: [String]) -> String {
    let known = persons.isEmpty ? "nobody" : persons.joined(separator: ", ")
    return "\(name) is no person of the configuration; it names \(known)"
  }

  /// What somebody is told whose order is done.
  static func note(_ whose: String, hours: Double) -> String {
    let hours = Int64(exactly: hours).map(\.description) ?? hours.description
    return "\(whose): not watched for \(hours) h, or until the heart is heard for 30 s"
  }

  /// Why a person stays watched, also one whose strap on the skin finds no pulse.
  static func isHeard(_ name: String, by address: String) -> LapwingError {
    LapwingError(
      .usage, code: "is-heard",
      "the heart of \(name) is heard by \(address); who is heard stays watched: take the sensor off first")
  }

  /// Why nobody can be left.
  static func noSensor(of name: String?) -> LapwingError {
    LapwingError(
      .usage, code: "no-sensor",
      "\(name.map { "\($0) has no" } ?? "there is no") heart-rate sensor: nobody is watched who could be left")
  }
}
