import Alarms
import Flight
import Sessions
import Monitor
import Readings
import SensorProtocols
import TestSupport

/// A monitor with all its inputs, second by second, and all its actions with their times.
///
/// Time passes as on the box: before each event, the monitor is called at every deadline that it has requested.
package struct MonitorScene {
  var monitor: Monitor
  /// Whether something is beyond its limit or holds without an alarm.
  package var isAlarmBeginning: Bool { monitor.isAlarmBeginning }
  /// Whether no alarm keeps the lamps from a code of the page.
  package var mayFlashCode: Bool { monitor.mayFlashCode }
  /// The actions of the monitor and their times.
  package internal(set) var done: [(at: Double, action: Action)] = []
  /// A deadline that its own tick did not move: the box would never sleep again.
  package private(set) var stuckAt: Double?

  /// A scene that begins at 0 s.
  package init(
    profile: BoxProfile = .cabin, latchesSound: Bool = false, gradesAir: Bool = true,
    conditions: ConditionTable = .standard
  ) {
    self.init(
      settings: MonitorSettings(
        profile: profile, conditions: conditions, latchesSound: latchesSound, gradesAir: gradesAir))
  }

  /// A scene with any rules.
  package init(settings: MonitorSettings) { monitor = Monitor(settings: settings) }

  package mutating func happens(_ event: Event, at seconds: Double) {
    let instant = Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
    letTimePass(to: instant)
    hand(event, at: instant)
  }

  mutating func letTimePass(to instant: Instant) {
    while let deadline = monitor.nextDeadline, deadline < instant {
      hand(.tick, at: deadline)
      guard monitor.nextDeadline.map({ $0 > deadline }) ?? true else {
        stuckAt = deadline.seconds
        return
      }
    }
  }

  /// The log reports an alarm that was on when an earlier run ended.
  package mutating func resumes(_ alarm: RememberedAlarm, of model: SensorModel, sensor: UInt16, at seconds: Double) {
    let instant = Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
    var actions: [Action] = []
    monitor.resume(alarm, at: SensorIndex(sensor), of: model, at: instant, into: &actions)
    done += actions.map { (instant.seconds, $0) }
  }

  /// The file beside the log has the phase of flight of an earlier run.
  package mutating func resumes(_ phase: PhaseChange, at seconds: Double) {
    let instant = Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
    var actions: [Action] = []
    monitor.resume(phase, at: instant, into: &actions)
    done += actions.map { (instant.seconds, $0) }
  }

  /// The log has what the session was before a restart.
  package mutating func resumes(_ session: EarlierSession, at seconds: Double) {
    let instant = Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
    var actions: [Action] = []
    _ = monitor.resume(session, at: instant, into: &actions)
    done += actions.map { (instant.seconds, $0) }
  }

  /// Another sensor takes the place of this one.
  package mutating func replaces(_ sensor: UInt16, by model: SensorModel, at seconds: Double) {
    let instant = Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
    letTimePass(to: instant)
    var actions: [Action] = []
    monitor.replace(SensorIndex(sensor), by: model, at: instant, into: &actions)
    done += actions.map { (instant.seconds, $0) }
  }

  /// The log reports a sensor that an earlier run received until its end.
  package mutating func expects(_ model: SensorModel, sensor: UInt16, at seconds: Double) {
    monitor.expect(SensorIndex(sensor), of: model, at: Instant(nanoseconds: Int64((seconds * 1e9).rounded())))
  }

  /// The log reports what an earlier run received from a sensor, each value with its time before the start, s.
  /// - Parameter beat: the time of the value that came with a beat, s.
  package mutating func recalls(
    _ values: [(seconds: Double, value: Double)], of quantity: Quantity, _ model: SensorModel, sensor: UInt16,
    contact: SkinContact? = nil, beat: Double? = nil, end: (condition: ConditionID, seconds: Double)? = nil,
    at seconds: Double
  ) {
    var recollection = Recollection(settings: MonitorSettings(latchesSound: false, gradesAir: true))
    for (second, value) in values {
      var reading = Reading(model: model)
      reading.measurements[quantity] = value
      reading.contact = contact
      if beat == second { reading.rrIntervals.append(ticks: 853) }
      recollection.take(
        reading, from: SensorIndex(sensor), at: Instant(nanoseconds: Int64((second * 1e9).rounded())))
    }
    if let end {
      recollection.end(
        end.condition, at: SensorIndex(sensor), at: Instant(nanoseconds: Int64((end.seconds * 1e9).rounded())))
    }
    let instant = Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
    // A sensor that was received before is expected before its values are recalled.
    monitor.expect(SensorIndex(sensor), of: model, at: instant)
    if let pending = recollection.pending(at: SensorIndex(sensor)) {
      monitor.recall(pending, at: SensorIndex(sensor), at: instant)
    }
  }

  /// Time jumps and the monitor is not called in between, as on a machine that slept.
  package mutating func jumps(to seconds: Double) {
    hand(.tick, at: Instant(nanoseconds: Int64((seconds * 1e9).rounded())))
    waits(until: seconds)
  }

  /// Puts other rules in force.
  package mutating func adopts(_ conditions: ConditionTable, latchesSound: Bool = false, at seconds: Double) {
    adopts(MonitorSettings(conditions: conditions, latchesSound: latchesSound, gradesAir: true), at: seconds)
  }

  /// Puts any other settings in force.
  package mutating func adopts(_ settings: MonitorSettings, at seconds: Double) {
    waits(until: seconds)
    let instant = Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
    var actions: [Action] = []
    monitor.adopt(settings, at: instant, into: &actions)
    done += actions.map { (instant.seconds, $0) }
  }

  /// Nothing happens up to and including a time.
  package mutating func waits(until seconds: Double) { happens(.tick, at: seconds) }

  /// An Aranet4 gives a CO2 value (ppm) at a time, or every few seconds of a range.
  package mutating func co2(
    _ partsPerMillion: Double?, at seconds: Double, sensor: UInt16 = 0, interval: UInt16 = 60, age: UInt16 = 0
  ) {
    var reading = Reading(model: .aranet4)
    reading.measurements[.co2PartsPerMillion] = partsPerMillion
    reading.measurements[.temperatureCelsius] = 21
    reading.intervalSeconds = interval
    reading.ageSeconds = age
    receives(reading, from: sensor, at: seconds)
  }

  /// An Aranet4 gives a CO2 value (ppm) every 5 s of a range.
  package mutating func co2(_ partsPerMillion: Double, during seconds: Range<Int>, sensor: UInt16 = 0) {
    for second in stride(from: seconds.lowerBound, to: seconds.upperBound, by: 5) {
      co2(partsPerMillion, at: Double(second), sensor: sensor)
    }
  }

  /// A strap gives a heart rate (bpm) at a time.
  package mutating func heartRate(_ beatsPerMinute: Double, at seconds: Double, sensor: UInt16 = 1) {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = beatsPerMinute
    reading.contact = .detected
    receives(reading, from: sensor, at: seconds)
  }

  /// A strap gives a heart rate (bpm) every second of a range.
  package mutating func heartRate(_ beatsPerMinute: Double, during seconds: Range<Int>, sensor: UInt16 = 1) {
    for second in seconds { heartRate(beatsPerMinute, at: Double(second), sensor: sensor) }
  }

  /// A sensor of any kind sends a message.
  package mutating func reads(
    _ model: SensorModel, _ values: [Quantity: Double], at seconds: Double, sensor: UInt16 = 2,
    with change: (inout Reading) -> Void = { _ in }
  ) {
    var reading = Reading(model: model)
    for (quantity, value) in values { reading.measurements[quantity] = value }
    change(&reading)
    receives(reading, from: sensor, at: seconds)
  }

  /// A sensor sends this reading.
  package mutating func receives(_ reading: Reading, from sensor: UInt16, at seconds: Double) {
    let instant = Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
    letTimePass(to: instant)
    var actions: [Action] = []
    monitor.receive(reading, from: SensorIndex(sensor), at: instant, into: &actions)
    done += actions.map { (instant.seconds, $0) }
  }

  private mutating func hand(_ event: Event, at instant: Instant) {
    var actions: [Action] = []
    monitor.handle(event, at: instant, into: &actions)
    done += actions.map { (instant.seconds, $0) }
  }
}

// Actions

extension MonitorScene {
  /// A change of an alarm and its time.
  package struct Change: Equatable, CustomStringConvertible {
    package let at: Double
    package let alarm: AlarmTransition

    /// Time and state, for a failing test.
    package var description: String {
      "\(at) s: \(alarm.condition.name) \(alarm.priority.name) \(alarm.presence.name) \(alarm.activation.name)"
    }
  }

  /// Every change of one condition's alarm.
  package func changes(of condition: ConditionID) -> [Change] {
    done.compactMap { at, action in
      if case .alarm(let alarm) = action, alarm.condition == condition { Change(at: at, alarm: alarm) } else { nil }
    }
  }

  /// Until when low and medium alarms are withheld, each time that this has changed.
  package var withheld: [(at: Double, until: Instant?)] {
    done.compactMap { at, action in if case .withheld(let end) = action { (at, end) } else { nil } }
  }

  /// Every change of the phase of flight.
  package var phases: [(at: Double, phase: PhaseChange)] {
    done.compactMap { at, action in if case .phase(let phase) = action { (at, phase) } else { nil } }
  }

  /// The times at which one condition's alarm began.
  package func onsets(of condition: ConditionID) -> [Double] {
    changes(of: condition).filter(\.alarm.isOnset).map(\.at)
  }

  /// The times at which one condition's alarm ended.
  package func ends(of condition: ConditionID) -> [Double] {
    changes(of: condition).filter { $0.alarm.presence == .off }.map(\.at)
  }

  /// The sound at a time, after everything that happened at it.
  package func sound(at seconds: Double) -> SoundSignal? {
    var sound: SoundSignal?
    for (at, action) in done where at <= seconds {
      if case .sound(let signal) = action { sound = signal }
    }
    return sound
  }

  /// A lamp's pattern at a time, after everything that happened at it.
  package func pattern(of lamp: Lamp, at seconds: Double) -> LampPattern {
    var shown = LampPattern.off
    for (at, action) in done where at <= seconds {
      if case .lamp(lamp, let pattern) = action { shown = pattern }
    }
    return shown
  }

  /// The summaries of the sessions that ended.
  package var summaries: [SessionSummary] {
    done.compactMap { if case .sessionEnded(let summary) = $0.action { summary } else { nil } }
  }
}
