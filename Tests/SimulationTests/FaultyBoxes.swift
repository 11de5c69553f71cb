import Alarms
import Monitor
import Readings
import Simulation

/// The appliance's rules with one deliberate fault, built around them.
struct FaultyBox: AlarmBox {
  enum Fault: CaseIterable {
    case dwellTimesTen, noStaleAlarm, pauseWithoutEnd, highSnoozable, mutedSound, withholdsHigh, noHysteresis, forgetful
    case newDwells, pausesUnpausable
  }

  static let remembers = MonitorBox.remembers

  private let fault: Fault?
  private let settings: MonitorSettings
  private var box: MonitorBox
  private var beyondSince: Instant?
  private var lastStrapReading: Reading?
  private var isPaused: Set<ConditionID> = []
  private var snoozedUntil = Instant.start

  init(_ fault: Fault?, settings: MonitorSettings) {
    self.fault = fault
    self.settings = settings
    box = MonitorBox(settings: settings, recallsPending: fault != .newDwells)
  }

  mutating func begin(with sensors: [SensorIndex], into actions: inout [Action]) {
    box.begin(with: sensors, into: &actions)
  }

  var nextDeadline: Instant? { box.nextDeadline }

  mutating func restart(at instant: Instant, into actions: inout [Action]) {
    isPaused = []
    guard fault != .forgetful else {
      box = MonitorBox(settings: settings)
      return
    }
    box.restart(at: instant, into: &actions)
  }

  mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action]) {
    var mine: [Action] = []
    if case .tick = event, fault == .noStaleAlarm, let lastStrapReading {
      box.hear(lastStrapReading, from: SensorIndex(1), at: instant, into: &mine)
    } else {
      box.handle(event, at: instant, into: &mine)
    }
    if case .button = event, fault == .highSnoozable { snoozedUntil = instant.advanced(by: .seconds(900)) }
    actions += mine.compactMap { changed($0, at: instant) }
  }

  mutating func hear(_ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action]) {
    var mine: [Action] = []
    box.hear(changed(reading, from: sensor, at: instant), from: sensor, at: instant, into: &mine)
    actions += mine.compactMap { changed($0, at: instant) }
  }

  private mutating func changed(_ reading: Reading, from sensor: SensorIndex, at instant: Instant) -> Reading {
    guard sensor == SensorIndex(1), let rate = reading.measurements[.heartRateBeatsPerMinute], rate > 0 else {
      return reading
    }
    var reading = reading
    let isBeyond = rate > 100 || rate < 60
    beyondSince = isBeyond ? beyondSince ?? instant : nil
    switch fault {
    case .dwellTimesTen:
      if let since = beyondSince, since.duration(to: instant) < .seconds(45) {
        reading.measurements[.heartRateBeatsPerMinute] = 80
      }
    // What is inside of the limit by however little looks as if it were far inside.
    case .noHysteresis where rate > 97 && rate <= 100: reading.measurements[.heartRateBeatsPerMinute] = 90
    case .noHysteresis where rate >= 60 && rate < 63: reading.measurements[.heartRateBeatsPerMinute] = 70
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
    case (.pausesUnpausable, .alarm(let alarm)) where alarm.condition == .adapterGone && alarm.presence == .on:
      return .alarm(alarm.with(.on, .paused))
    case (.pauseWithoutEnd, .alarm(let alarm)):
      if alarm.activation == .paused { isPaused.insert(alarm.condition) }
      if alarm.presence == .off { isPaused.remove(alarm.condition) }
      return isPaused.contains(alarm.condition) ? .alarm(alarm.with(alarm.presence, .paused)) : action
    default: return action
    }
  }
}

extension AlarmTransition {
  fileprivate func with(_ presence: Presence, _ activation: Activation) -> AlarmTransition {
    AlarmTransition(
      sequence: sequence, condition: condition, sensor: sensor, priority: priority, isTechnical: isTechnical,
      presence: presence, isOnset: isOnset, activation: activation, limit: limit, value: value)
  }
}
