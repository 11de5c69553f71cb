import Alarms
import Engine
import Monitor
import Readings

/// The limits and bounds that hold for one person in one part of the day, for display.
package struct PersonRules: Sendable {
  /// The name of the person; `nil` for everyone whom the configuration does not name.
  package let name: String?
  /// What is usual for the heart of the person; `nil` if the configuration does not say it.
  package let kind: PersonKind?
  /// The first and last minute of the night; `nil` if the rules hold all day, or by day.
  package let night: (from: Int, to: Int)?
  /// The limits of the conditions that are on, in the unit of each.
  package let limits: [ConditionID: Double]
  package let proved: Bounds
  package let unproved: Bounds
  /// For how many seconds the oxygen is below its medium limit before that alarm begins; `nil` for everybody's.
  package let oxygenDelay: Double?
  /// The loudness at the beginning of an alarm.
  package let sound: PersonSettings.Sound
  package let sensors: [DeviceAddress]

  /// The part of the day in words; `nil` for the whole day.
  package var part: String? { night.map { "from \(DayTime.text($0.from)) to \(DayTime.text($0.to))" } }

  /// The range of heart rates without an alarm, in words.
  package var heartText: String {
    range(.heartRateLow, .heartRateHigh, unit: "bpm")
  }

  package var oxygenText: String {
    let texts = [ConditionID.spo2Medium, .spo2High].compactMap { id in
      limits[id].map { "\(ConditionTable.standard[id].priority.name) below \(ConfigurationValue.number($0))" }
    }
    let delay = oxygenDelay.map { ", medium after \(ConfigurationValue.number($0)) s" } ?? ""
    return texts.isEmpty ? "off" : texts.joined(separator: ", ") + " %" + delay
  }

  private func range(_ low: ConditionID, _ high: ConditionID, unit: String) -> String {
    let (low, high) = (limits[low].map(ConfigurationValue.number), limits[high].map(ConfigurationValue.number))
    return switch (low, high) {
    case (let low?, let high?): "\(low) to \(high) \(unit)"
    case (let low?, nil): "from \(low) \(unit)"
    case (nil, let high?): "up to \(high) \(unit)"
    case (nil, nil): "off"
    }
  }
}

extension Configuration {
  /// The rules of each person, by day and by night, and last those of everyone else.
  package var personRules: [PersonRules] { personRules(adopted: []) }

  /// The same with the kinds that were set at an adoption, if the configuration has none. A wearer without a name is
  /// called as the sensor.
  package func personRules(adopted: [AdoptedSensor]) -> [PersonRules] {
    let settings = monitor, roles = self.roles
    func parts(_ person: PersonSettings, of sensors: [DeviceAddress]) -> [PersonRules] {
      person.parts(under: settings.conditions).map { rules(person, $0, of: sensors, under: settings) }
    }
    func place(of sensor: AdoptedSensor) -> Int? {
      let person = roles[sensor.address]?.person ?? sensor.person.flatMap { Standby.person($0, among: personNames) }
      return person.map { Int($0.position) }
    }
    var all: [PersonRules] = []
    for (at, (name, person)) in zip(persons, settings.persons).enumerated() {
      var person = person
      person.kind = person.kind ?? adopted.first { $0.wearer != nil && place(of: $0) == at }?.wearer
      all += parts(person, of: sensors(of: name))
    }
    for sensor in adopted where sensor.wearer != nil && place(of: sensor) == nil {
      let person = PersonSettings(name: sensor.name ?? sensor.address.description, kind: sensor.wearer)
      all += parts(person, of: [sensor.address])
    }
    for part in PersonSettings(name: "").parts(under: settings.conditions) {
      all.append(rules(nil, part, of: [], under: settings))
    }
    return all
  }

  private func rules(
    _ person: PersonSettings?, _ part: LimitsInForce, of sensors: [DeviceAddress], under settings: MonitorSettings
  ) -> PersonRules {
    var limits: [ConditionID: Double] = [:]
    for id in ConfiguredPerson.limits where settings.conditions[id].isEnabled { limits[id] = part[id] }
    return PersonRules(
      name: person?.name, kind: person?.kind, night: part.isNight ? person?.night.map { ($0.from, $0.to) } : nil,
      limits: limits,
      proved: person?.proved ?? settings.proved, unproved: person?.unproved ?? settings.unproved,
      oxygenDelay: person?.oxygenDelay, sound: person?.sound ?? .standard, sensors: sensors)
  }

  /// What the box logs at its start, one line each: who is watched and how, which sensors have limits of their own, and
  /// what is not watched.
  /// - Parameter adopted: the sensors of earlier runs, with the kinds of their wearers.
  package func introduction(adopted: [AdoptedSensor]) -> [String] {
    let rules = personRules(adopted: adopted)
    let isAlone = rules.allSatisfy { $0.name == nil }
    var lines = rules.map { "person   \(Self.line(of: $0, isAlone: isAlone))" }
    lines += ownSensors.map { "sensor   \(line(of: $0))" }
    return lines + gaps.map { "not watched: \($0.sentence)" }
  }

  private static func line(of rules: PersonRules, isAlone: Bool) -> String {
    let name = rules.name ?? (isAlone ? "anybody" : "anybody else")
    let kind = rules.kind.map { ", \($0)" } ?? ""
    var text = "\(name)\(kind)\(rules.part.map { " \($0)" } ?? ""): heart rate \(rules.heartText)"
    text += ", oxygen \(rules.oxygenText), alarms in \(rules.proved.words) s"
    // An artefact of a strap without RR intervals must not raise an alarm at once.
    if rules.unproved != rules.proved { text += ", for a strap without RR intervals in \(rules.unproved.words) s" }
    if let rates = rules.kind?.pacedRates {
      let (low, high) = (ConfigurationValue.number(rates.lowerBound), ConfigurationValue.number(rates.upperBound))
      text += ", a value that stays the same from \(low) to \(high) bpm is no fault of the sensor"
    }
    if rules.sound != .standard { text += ", \(rules.sound.rawValue)" }
    return text + (rules.sensors.isEmpty ? "" : "; \(rules.sensors.map(\.description).joined(separator: ", "))")
  }

  private func line(of sensor: OwnSensor) -> String {
    var parts: [String] = sensor.person.map { ["of \($0)"] } ?? []
    for condition in ConditionTable.standard.all {
      guard let limit = sensor.limits[condition.id] else { continue }
      parts.append("\(condition.id.name) \(ConfigurationValue.number(limit)) \(condition.trigger.unit)")
    }
    let name = sensor.name.map { "\($0) (\(sensor.address))" } ?? sensor.address.description
    return parts.isEmpty ? name : "\(name): \(parts.joined(separator: ", "))"
  }
}
