import Alarms
import Monitor
import Readings

/// What a box watches and how strictly, as far as a weaker setting would miss an alarm: limits, what is switched off, and the
/// bounds of the heart rate. A start compares itself with the run before.
package struct WatchedLimits: Codable, Sendable, Equatable {
  /// The rule of one condition for everybody, by its name.
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
        unproved: (settings.unproved ?? monitor.unproved).mustBy.inSeconds)
    }
    anybody = person(PersonSettings(name: ""))
    for settings in monitor.persons { persons[settings.name] = person(settings) }
    for sensor in configuration.ownSensors where !sensor.limits.isEmpty {
      let limits = sensor.limits.map { ($0.key.name, $0.value) }
      sensors[sensor.address.description] = Dictionary(limits) { $1 }
    }
  }

  /// A sentence for each limit that is weaker than it was.
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
      for id in ConfiguredPerson.limits {
        let condition = ConditionTable.standard[id]
        // What has changed for everybody was said.
        if now.day[id.name] != anybody.day[id.name] || before.day[id.name] != former.anybody.day[id.name] {
          sentences += Self.weaker(condition, now.day[id.name], before.day[id.name], " of \(name)")
        }
        if now.night != now.day || before.night != before.day {
          sentences += Self.weaker(condition, now.night[id.name], before.night[id.name], " of \(name) by night")
        }
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
