import Alarms
import Board
import Engine
import Monitor
import Readings

/// Checks of keys that depend on each other. Each check throws one error with file, line and key.
extension Configuration {
  /// A sensor measures the heart of one person, and limits of a heart are set at that person.
  package func refuseForeignPersons() throws(LapwingError) {
    if let last = persons.dropFirst(ConfiguredPerson.most).first {
      throw fault(
        .ownSensors, last.line, "bad-configuration",
        "\(last.settings.name) is one person too many: \(ConfiguredPerson.most) can be watched, the persons of the file "
          + "and the wearers of straps with limits of their own")
    }
    var owners: [DeviceAddress: String] = [:]
    for person in namedPersons {
      for address in person.sensors {
        try refuseTwoOwners(of: address, owners[address], person.settings.name, key: .persons, line: person.line)
        owners[address] = person.settings.name
      }
    }
    let names = namedPersons.map(\.settings.name)
    for sensor in ownSensors {
      let key = "\(Keys.ownSensors.path).\(sensor.address)"
      if let name = sensor.person {
        guard names.contains(name) else {
          let known = names.isEmpty ? "names no one" : "names \(names.joined(separator: ", "))"
          throw fault(.ownSensors, sensor.line, "bad-configuration", "\(key).person is \"\(name)\"; persons \(known)")
        }
        try refuseTwoOwners(of: sensor.address, owners[sensor.address], name, key: .ownSensors, line: sensor.line)
        owners[sensor.address] = name
      }
      guard let owner = owners[sensor.address],
        let id = ConfiguredPerson.limits.first(where: { sensor.limits[$0] != nil })
      else { continue }
      throw fault(
        .ownSensors, sensor.line, "bad-configuration",
        "\(key).\(id.name): it measures the heart of \(owner); set the limit at persons.\(owner)")
    }
  }

  private func refuseTwoOwners(
    of address: DeviceAddress, _ one: String?, _ other: String, key: PersonKey, line: Int
  ) throws(LapwingError) {
    guard let one, one != other else { return }
    throw fault(
      key, line, "bad-configuration",
      "\(key.path) has \(address) of \(one) and of \(other); a sensor belongs to one person")
  }

  /// A sensor without a place would not be watched.
  package func refuseTooManySensors() throws(LapwingError) {
    let count = sensors.named(besides: roles).count
    guard count > Adoption.capacity else { return }
    let keys = [Keys.sensors.plain, Keys.ownSensors.plain, Keys.persons.plain]
    let origins = keys.map(origin).filter { $0 != .standard }.map(\.description)
    throw LapwingError(
      .configuration, code: "too-many",
      "\(origins.joined(separator: ", ")): \(keys.map(\.path).joined(separator: ", ")) name \(count) sensors; "
        + "there are \(Adoption.capacity) places")
  }

  /// An unproved heart rate must not raise an alarm sooner than a proved one.
  package func refuseShortUnproved() throws(LapwingError) {
    let proved = self[Keys.bounds], unproved = self[Keys.unproved]
    if unproved.mustBy < proved.mustBy {
      let keys = [Keys.unproved.plain, Keys.bounds.plain]
      let origins = keys.map { origin(of: $0).description }.joined(separator: ", ")
      throw LapwingError(
        .configuration, code: "short-bounds",
        "\(origins): \(keys[0].path) is \(unproved.words) and \(keys[1].path) is \(proved.words); the first may not be shorter"
      )
    }
    for person in namedPersons {
      let proved = person.settings.proved ?? proved
      guard let unproved = person.settings.unproved, unproved.mustBy < proved.mustBy else { continue }
      throw fault(
        .persons, person.line, "short-bounds",
        "persons.\(person.settings.name): unproved is \(unproved.words) and bounds are \(proved.words); the first may "
          + "not be shorter")
    }
  }

  /// Two buttons on one line would give one press two meanings. No other conflict is possible: YAML refuses a key that
  /// is given twice, each button has one meaning for each press, and a press that is part of a held pair has no meaning
  /// of its own.
  package func refuseSharedButtonLines() throws(LapwingError) {
    for (place, first) in Keys.buttons.enumerated() {
      for second in Keys.buttons[(place + 1)...] {
        guard let one = self[first], let other = self[second], one.isSameLine(as: other) else { continue }
        let origins = [first, second].map { origin(of: $0.plain).description }.joined(separator: ", ")
        throw LapwingError(
          .configuration, code: "same-line",
          "\(origins): \(first.path) and \(second.path) are both line \(one.name), so that one press would mean two "
            + "things; give each button a line of its own")
      }
    }
  }

  private static let ascending: [(ConditionID, ConditionID)] = [
    (.co2Low, .co2Medium), (.co2Medium, .co2High), (.coMedium, .coHigh), (.pm25Low, .pm25Medium),
    (.pm25Medium, .pm25High),
    (.temperatureLow, .temperatureHigh), (.humidityLow, .humidityHigh), (.heartRateLow, .heartRateHigh),
    (.spo2High, .spo2Medium), (.cabinAltitudeMedium, .cabinAltitudeHigh),
  ]

  /// The general limits of which the first must be below the second.
  package static let orderedLimits: [(lower: SettingKey<Double>, higher: SettingKey<Double>)] = {
    let table = ConditionTable.standard
    let pairs: [(SettingKey<Double>?, SettingKey<Double>?)] =
      ascending.map { (Keys.limit(of: table[$0]), Keys.limit(of: table[$1])) }
      + table.all.map { (Keys.sustainedLimit(of: $0), Keys.limit(of: $0)) }
    return pairs.compactMap { lower, higher in
      guard let lower, let higher else { return nil }
      return (lower, higher)
    }
  }()

  /// Limits in the wrong order would leave a priority that is never reached, or no value without an alarm.
  package func refuseCrossedLimits() throws(LapwingError) {
    for (lower, higher) in Self.orderedLimits { try refuseCrossed(lower, higher) }
    let conditions = self.conditions
    for person in namedPersons {
      try refuseCrossed(
        person.settings.parts(under: conditions), .persons, person.line, "persons.\(person.settings.name)")
    }
    for sensor in ownSensors where !sensor.limits.isEmpty {
      try refuseCrossed(
        [LimitsInForce(under: conditions).overridden(by: sensor.limits)], .ownSensors, sensor.line,
        "\(Keys.ownSensors.path).\(sensor.address)")
    }
  }

  private func refuseCrossed(_ lower: SettingKey<Double>, _ higher: SettingKey<Double>) throws(LapwingError) {
    guard self[lower] >= self[higher] else { return }
    let low = self[lower], high = self[higher]
    let origins = [lower, higher].map { origin(of: $0.plain).description }.joined(separator: ", ")
    throw LapwingError(
      .configuration, code: "crossed-limits",
      "\(origins): \(lower.path) is \(ConfigurationValue.number(low)) and \(higher.path) is "
        + "\(ConfigurationValue.number(high)); the first must be below the second")
  }

  /// Two limits of a person or a sensor of which the first is not below the second.
  package struct CrossedLimits: Sendable {
    package let lower: ConditionID
    package let higher: ConditionID
    package let low: Double
    package let high: Double
    package let isNight: Bool

    /// Two limits on either side of a value must leave room between them also while day changes to night, because then
    /// the tighter ones of both hold.
    package static func first(in parts: [LimitsInForce]) -> CrossedLimits? {
      for (lower, higher) in Configuration.ascending {
        for part in parts {
          for other in lower.isOpposite(to: higher) ? parts : [part] {
            guard let low = part[lower], let high = other[higher], low >= high else { continue }
            return CrossedLimits(
              lower: lower, higher: higher, low: low, high: high, isNight: part.isNight || other.isNight)
          }
        }
      }
      return nil
    }
  }

  private func refuseCrossed(
    _ parts: [LimitsInForce], _ key: PersonKey, _ line: Int, _ whose: String
  ) throws(LapwingError) {
    guard let crossed = CrossedLimits.first(in: parts) else { return }
    throw fault(
      key, line, "crossed-limits",
      "\(whose): \(crossed.lower.name) is \(ConfigurationValue.number(crossed.low)) and \(crossed.higher.name) is "
        + "\(ConfigurationValue.number(crossed.high))\(crossed.isNight ? " by night" : ""); the first must be below the "
        + "second")
  }

  private enum PersonKey {
    case persons, ownSensors

    var plain: ConfigurationKey { self == .persons ? Keys.persons.plain : Keys.ownSensors.plain }
    var path: String { plain.path }
  }

  private func fault(_ key: PersonKey, _ line: Int, _ code: String, _ message: String) -> LapwingError {
    guard case .file(let path, _) = origin(of: key.plain) else {
      return LapwingError(.configuration, code: code, message)
    }
    return LapwingError(.configuration, code: code, "\(path):\(line): \(message)")
  }
}

extension ConditionID {
  /// Whether the two limits are on opposite sides of the good values.
  fileprivate func isOpposite(to other: ConditionID) -> Bool {
    func isBelow(_ id: ConditionID) -> Bool {
      if case .below = ConditionTable.standard[id].trigger { true } else { false }
    }
    return isBelow(self) != isBelow(other)
  }
}
