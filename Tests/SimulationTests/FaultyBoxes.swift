import Alarms
import Monitor
import Readings
import Simulation

/// What a box can do wrong.
enum Fault: CaseIterable {
  case dwellTimesTen, noStaleAlarm, pauseWithoutEnd, highSnoozable, mutedSound, withholdsHigh, noHysteresis, forgetful
  case noPulseIgnored, weakerHandOver, endsByLostContact, adoptsAll
}

/// A box with one deliberate fault, built around it.
struct FaultyBox<Base: RulesUnderTest>: RulesUnderTest {
  static var remembers: Bool { Base.remembers }

  private let fault: Fault?
  private let fresh: Base
  private var box: Base
  private let low: Double, high: Double
  private var beyondSince: Instant?
  private var lastStrapReading: Reading?
  private var isPaused: Set<ConditionID> = []
  private var snoozedUntil = Instant.start

  init(_ fault: Fault?, in box: Base, settings: MonitorSettings) {
    self.fault = fault
    fresh = box
    self.box = box
    low = settings.conditions[.heartRateLow].limit ?? 45
    high = settings.conditions[.heartRateHigh].limit ?? 130
  }

  mutating func assign(_ role: SensorRole, to sensor: SensorIndex, at instant: Instant, into actions: inout [Action]) {
    box.assign(fault == .adoptsAll ? .adopted : role, to: sensor, at: instant, into: &actions)
  }

  var nextDeadline: Instant? { box.nextDeadline }

  mutating func restart(at instant: Instant, into actions: inout [Action]) {
    isPaused = []
    guard fault != .forgetful else {
      box = fresh
      return
    }
    box.restart(at: instant, into: &actions)
  }

  mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action]) {
    var mine: [Action] = []
    if case .tick = event, fault == .noStaleAlarm, let lastStrapReading {
      box.receive(lastStrapReading, from: SensorIndex(1), at: instant, into: &mine)
    } else {
      box.handle(event, at: instant, into: &mine)
    }
    switch event {
    case .silence, .reset: if fault == .highSnoozable { snoozedUntil = instant.advanced(by: .seconds(900)) }
    default: break
    }
    actions += mine.compactMap { changed($0, at: instant) }
  }

  mutating func receive(_ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action])
  {
    var mine: [Action] = []
    box.receive(changed(reading, from: sensor, at: instant), from: sensor, at: instant, into: &mine)
    actions += mine.compactMap { changed($0, at: instant) }
  }

  private mutating func changed(_ reading: Reading, from sensor: SensorIndex, at instant: Instant) -> Reading {
    guard sensor == SensorIndex(1), let rate = reading.measurements[.heartRateBeatsPerMinute] else { return reading }
    var reading = reading
    guard rate > 0 || fault == .noPulseIgnored else { return reading }
    let isBeyond = rate > high || rate < low
    beyondSince = isBeyond ? beyondSince ?? instant : nil
    switch fault {
    case .dwellTimesTen:
      if let since = beyondSince, since.duration(to: instant) < .seconds(45) {
        reading.measurements[.heartRateBeatsPerMinute] = 80
      }
    // What is inside of the limit by however little looks as if it were far inside.
    case .noHysteresis where rate > high - 3 && rate <= high: reading.measurements[.heartRateBeatsPerMinute] = high - 10
    case .noHysteresis where rate >= low && rate < low + 3: reading.measurements[.heartRateBeatsPerMinute] = low + 10
    // Whatever is off the scale is no data.
    case .noPulseIgnored where rate == 0: reading.measurements[.heartRateBeatsPerMinute] = nil
    default: break
    }
    lastStrapReading = reading
    return reading
  }

  private mutating func changed(_ action: Action, at instant: Instant) -> Action? {
    switch (fault, action) {
    case (.mutedSound, .sound(.some)): return .sound(nil)
    case (.highSnoozable, .alarm(let alarm)) where alarm.priority == .high && instant < snoozedUntil:
      return alarm.presence == .on ? .alarm(alarm.with(.ack, .off)) : action
    case (.withholdsHigh, .alarm(let alarm)) where alarm.priority == .high && alarm.presence == .on:
      return .alarm(alarm.with(.on, .off))
    case (.weakerHandOver, .alarm(let alarm)) where alarm.condition == .noData || alarm.condition == .noContact:
      return .alarm(alarm.with(alarm.presence, alarm.activation, .medium))
    case (.endsByLostContact, .alarm(let alarm)) where alarm.condition == .noContact: return nil
    case (.pauseWithoutEnd, .alarm(let alarm)):
      if alarm.activation == .paused { isPaused.insert(alarm.condition) }
      if alarm.presence == .off { isPaused.remove(alarm.condition) }
      return isPaused.contains(alarm.condition) ? .alarm(alarm.with(alarm.presence, .paused)) : action
    default: return action
    }
  }
}

extension AlarmTransition {
  fileprivate func with(
    _ presence: Presence, _ activation: Activation, _ priority: Priority? = nil
  ) -> AlarmTransition {
    AlarmTransition(
      sequence: sequence, condition: condition, sensor: sensor, priority: priority ?? self.priority,
      isTechnical: isTechnical,
      presence: presence, isOnset: isOnset, activation: activation, limit: limit, value: value)
  }
}
