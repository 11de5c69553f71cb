import Alarms
import Monitor
import Readings

/// What a box watches and how strictly, as far as a weaker setting would miss an alarm: limits, what is switched off, and the
/// bounds of the heart rate. A start compares itself with the run before.
package struct WatchedLimits: Codable, Sendable, Equatable {
  struct Rule: Codable, Sendable, Equatable {
    var isOn: Bool
    var limit: Double?
    /// The lower limit for a long time, and that time in seconds.
    var sustained: Double?
    var sustainedSeconds: Double?
  }

  /// What holds for one person: the limits by the names of their conditions, and by when an alarm is on, in seconds.
  struct Person: Codable, Sendable, Equatable {
    var day: [String: Double]
    var night: [String: Double]
    var proved: Double
    var unproved: Double
    /// The first minute of the night, and the first one after it. A file of an older version has none of what follows.
    var nightFrom: Int?
    var nightTo: Int?
    /// For how many seconds low oxygen waits.
    var oxygenDelay: Double?
    var sensors: [String]?

    func isNight(_ minute: Int) -> Bool {
      guard let nightFrom, let nightTo else { return false }
      return nightFrom < nightTo
        ? (nightFrom..<nightTo).contains(minute) : minute >= nightFrom || minute < nightTo
    }

    func limit(_ name: String, at minute: Int) -> Double? { isNight(minute) ? night[name] : day[name] }
  }

  private var rules: [String: Rule] = [:]
  private var anybody: Person
  private var persons: [String: Person] = [:]
  /// The limits of single sensors, by their addresses.
  private var sensors: [String: [String: Double]] = [:]

  package init(_ configuration: Configuration) {
    let conditions = configuration.conditions, monitor = configuration.monitor
    for condition in conditions.all {
      rules[condition.id.name] = Rule(
        isOn: condition.isEnabled, limit: condition.limit, sustained: condition.sustained?.limit,
        sustainedSeconds: condition.sustained?.time.inSeconds)
    }
    func person(_ settings: PersonSettings) -> Person {
      let parts = settings.parts(under: conditions)
      func limits(_ part: LimitsInForce?) -> [String: Double] {
        var limits: [String: Double] = [:]
        for id in ConfiguredPerson.limits { limits[id.name] = part?[id] }
        return limits
      }
      return Person(
        day: limits(parts.first), night: limits(parts.last),
        proved: (settings.proved ?? monitor.proved).mustBy.inSeconds,
        unproved: (settings.unproved ?? monitor.unproved).mustBy.inSeconds,
        nightFrom: settings.night?.from, nightTo: settings.night?.to,
        oxygenDelay: settings.oxygenDelay ?? conditions[.spo2Medium].notBefore.inSeconds)
    }
    anybody = person(PersonSettings(name: ""))
    for settings in monitor.persons { persons[settings.name] = person(settings) }
    for named in configuration.namedPersons {
      persons[named.settings.name]?.sensors = named.sensors.map(\.description)
    }
    for sensor in configuration.ownSensors where !sensor.limits.isEmpty {
      let limits = sensor.limits.map { ($0.key.name, $0.value) }
      sensors[sensor.address.description] = Dictionary(limits) { $1 }
    }
  }

  package func weaker(than former: WatchedLimits) -> [String] {
    var sentences: [String] = []
    for condition in ConditionTable.standard.all {
      guard let now = rules[condition.id.name], let before = former.rules[condition.id.name], before.isOn else {
        continue
      }
      let name = condition.id.name
      guard now.isOn else {
        sentences.append("\(name) is switched off, and was on in the run before")
        continue
      }
      sentences += Self.weaker(condition, now.limit, before.limit, "")
      sentences += Self.weaker(condition, now.sustained, before.sustained, " for a long time")
      sentences += Self.later(now.sustainedSeconds, before.sustainedSeconds, "the long limit of \(name)")
    }
    sentences += Self.later(anybody.proved, former.anybody.proved, "a heart rate")
    sentences += Self.later(anybody.unproved, former.anybody.unproved, "an unproved heart rate")
    for name in Set(persons.keys).union(former.persons.keys).sorted() {
      let now = persons[name] ?? anybody, before = former.persons[name] ?? former.anybody
      for id in ConfiguredPerson.limits { sentences += weaker(id, of: name, now, before, than: former) }
      if let delay = now.oxygenDelay, let formerly = before.oxygenDelay, delay > formerly {
        sentences.append(
          "low oxygen of \(name) waits \(ConfigurationValue.number(delay)) s, and waited "
            + "\(ConfigurationValue.number(formerly)) s in the run before")
      }
      for sensor in before.sensors ?? [] where !persons.values.contains(where: { $0.sensors?.contains(sensor) ?? true })
      {
        sentences.append("the sensor \(sensor) is no person's, and was \(name)'s in the run before")
      }
      if now.proved != anybody.proved || before.proved != former.anybody.proved {
        sentences += Self.later(now.proved, before.proved, "a heart rate of \(name)")
      }
      if now.unproved != anybody.unproved || before.unproved != former.anybody.unproved {
        sentences += Self.later(now.unproved, before.unproved, "an unproved heart rate of \(name)")
      }
    }
    for address in Set(sensors.keys).union(former.sensors.keys).sorted() {
      for condition in ConditionTable.standard.all {
        let name = condition.id.name, own = sensors[address]?[name], formerly = former.sensors[address]?[name]
        guard own != nil || formerly != nil, !ConfiguredPerson.limits.contains(condition.id) else { continue }
        sentences += Self.weaker(
          condition, own ?? rules[name]?.limit, formerly ?? former.rules[name]?.limit, " at \(address)")
      }
    }
    return sentences
  }

  /// A person's limit at each minute of the day: a night that is shorter takes its limits along.
  private func weaker(
    _ id: ConditionID, of name: String, _ now: Person, _ before: Person, than former: WatchedLimits
  ) -> [String] {
    var before = before
    if before.nightFrom == nil, before.night != before.day {
      (before.nightFrom, before.nightTo) = (now.nightFrom, now.nightTo)
    }
    // What has changed for everybody was said.
    let isOwn = now.day[id.name] != anybody.day[id.name] || before.day[id.name] != former.anybody.day[id.name]
    var byDay: [String] = [], byNight: [String] = []
    for minute in 0..<1_440 {
      let isNight = now.isNight(minute) || before.isNight(minute)
      guard isNight || isOwn else { continue }
      let sentences = Self.weaker(
        ConditionTable.standard[id], now.limit(id.name, at: minute), before.limit(id.name, at: minute),
        " of \(name)\(isNight ? " by night" : "")")
      if isNight, byNight.isEmpty { byNight = sentences }
      if !isNight, byDay.isEmpty { byDay = sentences }
    }
    return byDay + byNight
  }

  private static func weaker(_ condition: Condition, _ now: Double?, _ before: Double?, _ whose: String) -> [String] {
    guard let now, let before, now != before else { return [] }
    let isBelow = if case .below = condition.trigger { true } else { false }
    guard isBelow ? now < before : now > before else { return [] }
    let unit = condition.trigger.unit
    return [
      "\(condition.id.name)\(whose) is \(ConfigurationValue.number(now)) \(unit), and was "
        + "\(ConfigurationValue.number(before)) \(unit) in the run before"
    ]
  }

  private static func later(_ now: Double?, _ before: Double?, _ what: String) -> [String] {
    guard let now, let before, now > before else { return [] }
    return [
      "an alarm of \(what) comes by \(ConfigurationValue.number(now)) s, and came by "
        + "\(ConfigurationValue.number(before)) s in the run before"
    ]
  }
}
