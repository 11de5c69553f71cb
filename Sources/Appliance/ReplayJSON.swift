import Alarms
import Flight
import Monitor
import Readings

/// Writes what the core does as JSON lines, one for each record.
public struct ReplayJSON: Sendable {
  private var sensors: [SensorIndex: Intake.Sensor] = [:]
  private var family = SignalFamily.technical

  /// No sensor yet.
  public init() {}

  /// The line for a record, or `nil` for a record that has none.
  public mutating func line(for record: OutwardRecord, at instant: Instant) -> String? {
    var line = JSONLine()
    line.add("t", instant)
    switch record {
    case .sensor(let index, let sensor):
      sensors[index] = sensor
      return nil
    case .reading(let reading, let sensor):
      line.add("kind", "reading")
      addAddress(of: sensor, to: &line)
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
      line.add("condition", notice.condition.rawValue)
      line.add("priority", notice.priority.name)
      line.add("unanswered_s", JSONLine.rounded(notice.unanswered.inSeconds))
      if let limit = notice.limit { line.add("limit", limit) }
      if let value = notice.value { line.add("value", JSONLine.rounded(value)) }
      addAddress(of: notice.sensor, to: &line)
    case .refusal(let condition):
      line.add("kind", "refusal")
      line.add("condition", condition.rawValue)
    case .scenarioWanted: return false
    case .scenario(let scenario):
      line.add("kind", "scenario")
      line.add(scenario)
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
  /// Adds an alarm's state.
  mutating func add(_ alarm: AlarmTransition) {
    add("condition", alarm.condition.rawValue)
    add("priority", alarm.priority.name)
    add("presence", alarm.presence.name)
    add("activation", alarm.activation.name)
    add("technical", alarm.isTechnical)
    if let limit = alarm.limit { add("limit", limit) }
    if let value = alarm.value { add("value", Self.rounded(value)) }
    if let end = alarm.silentUntil { add("silent_until", end.seconds) }
    if alarm.isTest { add("test", true) }
  }

  /// Adds a lamp's pattern.
  mutating func add(_ pattern: LampPattern) {
    add("pattern", pattern.name)
    if case .flash(let hertz, let duty) = pattern {
      add("hertz", hertz)
      add("duty", duty)
    }
  }

  /// Adds a session's summary.
  mutating func add(_ summary: SessionSummary) {
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
