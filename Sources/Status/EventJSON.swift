import Alarms
import Engine
import Monitor
import Readings
import Sessions

/// Writes what the engine does as JSON lines, one for each record.
package struct EventJSON: Sendable {
  private var sensors: [SensorIndex: SensorRegistry.Sensor] = [:]
  /// The places of those that are not one's own.
  private var strangers: Set<SensorIndex> = []
  private var family = SignalFamily.technical
  /// The names of the persons whom the configuration names, in its order.
  package var persons: [String]

  /// No sensor yet.
  /// - Parameter persons: the names of those whom the configuration names, in its order.
  package init(persons: [String] = []) { self.persons = persons }

  /// The line for a record, or `nil` for a record that has none.
  package mutating func line(for record: LoopOutput, at instant: Instant) -> String? {
    var line = JSONLine()
    line.add("t", instant)
    switch record {
    case .sensor(let index, let sensor):
      sensors[index] = sensor
      strangers.remove(index)
      return nil
    case .stranger(let index, let sensor):
      sensors[index] = sensor
      strangers.insert(index)
      return nil
    case .left(let index):
      sensors[index] = nil
      return nil
    case .adoption(let news):
      line.add("kind", "adoption")
      line.add(news)
    case .reading(let reading, let sensor):
      line.add("kind", "reading")
      addAddress(of: sensor, to: &line)
      if strangers.contains(sensor) { line.add("adopted", false) }
      line.add(reading)
    case .action(let action): guard add(action, to: &line) else { return nil }
    default: return nil
    }
    return line.text
  }

  /// - Returns: whether there is anything to tell of it.
  private mutating func add(_ action: Action, to line: inout JSONLine) -> Bool {
    switch action {
    case .alarm(let alarm):
      line.add("kind", "alarm")
      line.add(alarm)
      line.add(alarm.subject, named: persons)
      addAddress(of: alarm.sensor, to: &line)
    case .lamp(let lamp, let pattern):
      line.add("kind", "lamp")
      line.add("lamp", lamp.name)
      line.add(pattern)
    case .sound(let signal):
      // A silence belongs to the family that has ended.
      family = signal?.family ?? family
      line.add("kind", "sound")
      line.add("signal", signal.map { $0.beeps == 0 ? $0.priority.name : "beeps" } ?? "none")
      if let beeps = signal?.beeps, beeps > 0 { line.add("beeps", beeps) }
      line.add("family", family.name)
    case .loudness(let loudness):
      line.add("kind", "loudness")
      line.add("level", loudness.name)
    case .notice(let notice):
      line.add("kind", "notice")
      line.add("condition", notice.condition.name)
      line.add("priority", notice.priority.name)
      line.add("reason", notice.reason.rawValue)
      line.add(notice.subject, named: persons)
      line.add("unanswered_s", JSONLine.rounded(notice.unanswered.inSeconds))
      if let limit = notice.limit { line.add("limit", limit) }
      if let value = notice.value { line.add("value", JSONLine.rounded(value)) }
      addAddress(of: notice.sensor, to: &line)
    case .refusal(let condition):
      line.add("kind", "refusal")
      line.add("condition", condition.name)
    case .scenarioWanted: return false
    case .scenario(let scenario):
      line.add("kind", "scenario")
      line.add(scenario)
    case .phase(let phase):
      line.add("kind", "phase")
      line.add("phase", phase.rawValue)
    case .sessionStarted:
      line.add("kind", "session")
      line.add("state", "started")
    case .sessionEnded(let summary):
      line.add("kind", "session")
      line.add("state", "ended")
      line.add(summary)
    }
    return true
  }

  private func addAddress(of sensor: SensorIndex?, to line: inout JSONLine) {
    guard let sensor, let known = sensors[sensor] else { return }
    line.add("address", known.address.description)
  }
}

extension JSONLine {
  /// Adds the name of the person whom an alarm is about, where the configuration has one.
  package mutating func add(_ subject: Subject, named persons: [String]) {
    guard case .person(let person) = subject, persons.indices.contains(Int(person.position)) else { return }
    add("person", persons[Int(person.position)])
  }

  /// Adds what is known of one's own sensor beside what it measures.
  package mutating func add(_ sensor: AdoptedSensor) {
    if let name = sensor.name { add("name", name) }
    if let person = sensor.person { add("person", person) }
    add("adopted_by", sensor.way.rawValue)
  }

  /// Adds what has changed about whose a sensor is.
  package mutating func add(_ news: AdoptionNews) {
    switch news {
    case .adopted(let sensor):
      add("state", "adopted")
      add("address", sensor.address.description)
      add(sensor)
    case .unconfirmed(let sensor):
      add("state", "unconfirmed")
      add("address", sensor.address.description)
      add(sensor)
    case .forgotten(let address):
      add("state", "forgotten")
      add("address", address.description)
    case .refused(let error):
      add("state", "refused")
      add("code", error.code)
      add("message", error.message)
    }
  }

  /// Adds an alarm's state.
  package mutating func add(_ alarm: AlarmTransition) {
    add("condition", alarm.condition.name)
    add("priority", alarm.priority.name)
    add("presence", alarm.presence.name)
    add("activation", alarm.activation.name)
    add("technical", alarm.isTechnical)
    if let limit = alarm.limit { add("limit", limit) }
    if let value = alarm.value { add("value", Self.rounded(value)) }
    if alarm.isLastValue { add("last_value", true) }
    if let bounds = alarm.bounds {
      add("not_before_s", Self.rounded(bounds.notBefore.inSeconds))
      add("must_by_s", Self.rounded(bounds.mustBy.inSeconds))
    }
    if let end = alarm.silentUntil { add("silent_until", end.seconds) }
    if alarm.isTest { add("test", true) }
  }

  /// Adds a lamp's pattern.
  package mutating func add(_ pattern: LampPattern) {
    add("pattern", pattern.name)
    if case .flash(let hertz, let duty) = pattern {
      add("hertz", hertz)
      add("duty", duty)
    }
  }

  /// Adds a session's summary.
  package mutating func add(_ summary: SessionSummary) {
    add("duration_s", Self.rounded(summary.duration.inSeconds))
    add("readings", summary.readings)
    for (key, statistic) in [("co2_ppm", summary.co2), ("heart_rate_bpm", summary.heartRate)] {
      guard let mean = statistic.mean else { continue }
      var range = JSONLine()
      range.add("min", Self.rounded(statistic.minimum))
      range.add("mean", Self.rounded(mean))
      range.add("max", Self.rounded(statistic.maximum))
      add(key, range)
    }
    var alarms = JSONLine()
    alarms.add("high", summary.highAlarms)
    alarms.add("medium", summary.mediumAlarms)
    alarms.add("low", summary.lowAlarms)
    add("alarms", alarms)
    if let grade = summary.grade { add("grade", grade.rawValue) }
  }
}
