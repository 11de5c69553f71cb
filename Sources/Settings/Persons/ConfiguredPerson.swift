import Characters
import Alarms
import Engine
import Monitor
import Readings

/// A person whom the configuration names, with settings and sensors.
package struct ConfiguredPerson: Sendable, Equatable {
  /// The name, and everything that differs from the general settings.
  package var settings: PersonSettings
  /// The sensors that measure this person's heart, in the order of the file.
  package var sensors: [DeviceAddress] = []
  package var line: Int

  package init(settings: PersonSettings, sensors: [DeviceAddress] = [], line: Int) {
    (self.settings, self.sensors, self.line) = (settings, sensors, line)
  }

  /// The same person with the same settings, wherever the file names them.
  package static func == (one: ConfiguredPerson, other: ConfiguredPerson) -> Bool {
    one.settings == other.settings && one.sensors == other.sensors
  }

  package static let limits: [ConditionID] = [.heartRateLow, .heartRateHigh, .spo2Medium, .spo2High]

  /// Half of the places for persons in the monitor. The other half is for straps without a named person.
  package static let most = Monitor.sensorCapacity / 2

  /// Whether a text may be the name of a person. `*` and `end` have their own meaning in orders for standby.
  package static func isName(_ text: String) -> Bool {
    ShownName.isValid(text) && text != "*" && text != "end"
  }

  /// What is wrong with a text that is no name, for people.
  package static func refusal(of text: String) -> String {
    let shown = "\"\(HiddenCharacter.visible(text))\""
    if let hidden = HiddenCharacter.first(in: text) {
      return "\(shown); no one can see the character \(HiddenCharacter.name(hidden)) in it: type the name again"
    }
    return "\(shown); a name has up to \(ShownName.longest) characters, and is neither * nor end"
  }
}

package struct OwnSensor: Sendable, Equatable {
  package let address: DeviceAddress
  package var name: String?
  /// The name of the person whose heart it measures.
  package var person: String?
  /// Limits of this sensor alone, by condition, in the unit of each.
  package var limits: [ConditionID: Double] = [:]
  package var line: Int

  /// The same sensor with the same settings, wherever the file names it.
  package static func == (one: OwnSensor, other: OwnSensor) -> Bool {
    one.address == other.address && one.name == other.name && one.person == other.person && one.limits == other.limits
  }
}

extension ConfiguredPerson: CustomStringConvertible {
  package var description: String {
    var parts: [String] = []
    if !sensors.isEmpty { parts.append("sensors: [\(sensors.map(\.description).joined(separator: ", "))]") }
    if let kind = settings.kind { parts.append("kind: \(kind)") }
    parts += FlowText.limits(settings.limits)
    if let bounds = settings.proved { parts.append("bounds: \(bounds.words)") }
    if let bounds = settings.unproved { parts.append("unproved: \(bounds.words)") }
    if let delay = settings.oxygenDelay { parts.append("oxygen-delay: \(ConfigurationValue.number(delay))") }
    if settings.sound != .standard { parts.append("sound: \(settings.sound.rawValue)") }
    if let night = settings.night {
      let times = ["from: \"\(DayTime.text(night.from))\"", "to: \"\(DayTime.text(night.to))\""]
      parts.append("night: {\((times + FlowText.limits(night.limits)).joined(separator: ", "))}")
    }
    return "\(FlowText.quoted(settings.name)): {\(parts.joined(separator: ", "))}"
  }
}

extension OwnSensor: CustomStringConvertible {
  /// One line, as the file would have it.
  package var description: String {
    var parts: [String] = []
    if let name { parts.append("name: \(FlowText.quoted(name))") }
    if let person { parts.append("person: \(FlowText.quoted(person))") }
    parts += FlowText.limits(limits)
    return "\"\(address)\": {\(parts.joined(separator: ", "))}"
  }
}

/// Parts of YAML in flow style, on one line.
private enum FlowText {
  static func limits(_ limits: [ConditionID: Double]) -> [String] {
    ConditionID.allCases.compactMap { id in
      limits[id].map { "\(id.name): \(ConfigurationValue.number($0))" }
    }
  }

  /// Letters need no quotation marks. Anything else gets them, because it might have a meaning in YAML.
  static func quoted(_ text: String) -> String {
    if text.allSatisfy(\.isLetter) { return text }
    return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
