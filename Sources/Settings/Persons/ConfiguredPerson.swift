import Alarms
import Engine
import Monitor
import Readings

/// A person whom the configuration names.
package struct ConfiguredPerson: Sendable, Equatable {
  /// Who, with all that differs from everybody else.
  package var settings: PersonSettings
  /// The sensors that measure this person's heart, as they are listed.
  package var sensors: [DeviceAddress] = []
  /// Where the file names the person.
  package var line: Int

  /// The limits that a person may have.
  package static let limits: [ConditionID] = [.heartRateLow, .heartRateHigh, .spo2Medium, .spo2High]

  /// Half of the places that the monitor has for persons; the others are for straps that belong to nobody named.
  package static let most = Monitor.sensorCapacity / 2
  private static let longestName = 40

  /// Whether a person may be called so. `*` and `end` have a meaning of their own where standby is ordered.
  package static func isName(_ text: String) -> Bool {
    let isPrintable = text.unicodeScalars.allSatisfy { !$0.properties.isNoncharacterCodePoint && $0.value >= 0x20 }
    return isPrintable && text.contains { !$0.isWhitespace } && text.count <= longestName && text != "*"
      && text != "end"
  }

  /// What a name may be, for a person.
  package static let allowedName = "a name has up to \(longestName) letters, and is neither * nor end"
}

/// What the configuration says of one sensor.
package struct OwnSensor: Sendable, Equatable {
  package let address: DeviceAddress
  /// What it is called.
  package var name: String?
  /// Whose heart it measures, by name.
  package var person: String?
  /// Limits of its own, by condition.
  package var limits: [ConditionID: Double] = [:]
  /// Where the file names it.
  package var line: Int
}

// MARK: As they are written in the file

extension ConfiguredPerson: CustomStringConvertible {
  /// As the file would have it on one line.
  package var description: String {
    var parts: [String] = []
    if !sensors.isEmpty { parts.append("sensors: [\(sensors.map(\.description).joined(separator: ", "))]") }
    parts += FlowText.limits(settings.limits)
    if let bounds = settings.proved { parts.append("bounds: \(bounds.words)") }
    if let bounds = settings.unproved { parts.append("unproved: \(bounds.words)") }
    if settings.sound != .standard { parts.append("sound: \(settings.sound.rawValue)") }
    if let night = settings.night {
      let times = ["from: \"\(DayTime.text(night.from))\"", "to: \"\(DayTime.text(night.to))\""]
      parts.append("night: {\((times + FlowText.limits(night.limits)).joined(separator: ", "))}")
    }
    return "\(FlowText.quoted(settings.name)): {\(parts.joined(separator: ", "))}"
  }
}

extension OwnSensor: CustomStringConvertible {
  /// As the file would have it on one line.
  package var description: String {
    var parts: [String] = []
    if let name { parts.append("name: \(FlowText.quoted(name))") }
    if let person { parts.append("person: \(FlowText.quoted(person))") }
    parts += FlowText.limits(limits)
    return "\"\(address)\": {\(parts.joined(separator: ", "))}"
  }
}

/// Pieces of YAML on one line.
private enum FlowText {
  static func limits(_ limits: [ConditionID: Double]) -> [String] {
    ConditionID.allCases.compactMap { id in
      limits[id].map { "\(id.name): \(ConfigurationValue.number($0))" }
    }
  }

  /// Letters need no quotation marks; anything else might mean something.
  static func quoted(_ text: String) -> String {
    if text.allSatisfy(\.isLetter) { return text }
    return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
