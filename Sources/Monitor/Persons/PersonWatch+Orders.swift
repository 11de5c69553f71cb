import Alarms
import Readings

/// What people do to the watch over a heart, and how a run continues the one before it.
extension PersonWatch {
  /// A person ends an alarm whose data are gone, or a loss. The person is not watched until good data come again.
  /// - Returns: whether there was one.
  mutating func dismiss(at instant: Instant, _ alarms: inout AlarmSystem) -> Bool {
    guard !sources.isGood, !isPulseMissing(at: instant), state != .good || shown == nil else { return false }
    var isLost = shown != nil
    for place in sources.all.indices where !isLost {
      for condition in Self.losses where alarms.isOn(condition, at: sources.all[place].sensor) { isLost = true }
    }
    guard isLost else { return false }
    if let shown { alarms.end(shown.condition, at: shown.sensor, latches: false, isCalm: true, at: instant) }
    alarms.calm(Self.conditions, of: subject)
    endAlarm()
    availability.dismiss(at: instant)
    advance(to: instant, &alarms)
    return true
  }

  /// The conditions by which the loss of a heart is signalled.
  private static let losses: [ConditionID] = [.noData, .noContact, .implausible]

  /// Whether the heart is received, or a sensor that is worn finds no pulse: then standby is refused.
  func isReceived(at instant: Instant) -> Bool { state == .good || isPulseMissing(at: instant) }

  /// The person is not watched until an instant.
  /// - Returns: `false` if the heart is received. Then nothing has changed.
  mutating func standBy(until end: Instant, at instant: Instant, _ alarms: inout AlarmSystem) -> Bool {
    guard !isReceived(at: instant) else { return false }
    if let shown { alarms.end(shown.condition, at: shown.sensor, latches: false, isCalm: true, at: instant) }
    alarms.calm(Self.conditions, of: subject)
    endAlarm()
    availability.standBy(until: end)
    advance(to: instant, &alarms)
    return true
  }

  mutating func endStandby(at instant: Instant, _ alarms: inout AlarmSystem) {
    guard standbyUntil != nil else { return }
    availability.endStandby(at: instant, isGood: sources.isGood)
    advance(to: instant, &alarms)
  }

  /// Continues a standby of an earlier run.
  /// - Returns: whether it goes on. A heart that is received by now is watched.
  mutating func resumeStandby(until end: Instant, at instant: Instant, _ alarms: inout AlarmSystem) -> Bool {
    guard !sources.isGood else { return false }
    availability.resumeStandby(until: end, at: instant)
    advance(to: instant, &alarms)
    return standbyUntil != nil
  }

  /// What the share rule has counted, for the next run.
  var counts: (heart: HeartCount, noPulse: ShareCount) { (heart, noPulse) }

  /// How a sensor has been worn, for the next run.
  func wear(of sensor: SensorIndex) -> HeartSensor.Wear? { sources.place(of: sensor).map { sources.all[$0].wear } }

  /// Continues an earlier run, in which a sensor had been worn like this.
  mutating func recall(_ wear: HeartSensor.Wear, of sensor: SensorIndex) {
    if let place = sources.place(of: sensor) { sources.all[place].recall(wear) }
  }

  /// Counts again from the end of an alarm that an earlier run has logged.
  mutating func endLogged(_ condition: ConditionID) {
    switch condition {
    case .heartRateLow, .heartRateHigh: heart.endLogged()
    case .noPulse: noPulse.endLogged()
    default: return
    }
    deadline = .start
  }

  mutating func recall(_ heart: HeartCount, _ noPulse: ShareCount, at instant: Instant) {
    let isBeyond =
      sources.speaker.map { sources.all[$0].state == .good && self.isBeyond(sources.all[$0].value) } ?? false
    // Data that have come by now are worth more than the earlier counts, unless they continue these.
    guard self.heart.side == nil, self.noPulse.isIdle,
      isBeyond || sources.speaker == nil || sources.all.allSatisfy({ $0.state != .good })
    else { return }
    self.heart = heart.withoutAlarm
    self.noPulse = noPulse.withoutAlarm
    if isBeyond { feed(at: instant) }
    deadline = .start
  }

  /// Continues an alarm on the heart of an earlier run.
  mutating func resume(_ old: RememberedAlarm, at sensor: SensorIndex, _ instant: Instant) {
    let value = old.value ?? 0
    switch old.condition {
    case .heartRateLow: heart.resume(.low, value: value, at: instant)
    case .heartRateHigh: heart.resume(.high, value: value, at: instant)
    case .noPulse: noPulse.resume(value: 0, at: instant)
    case .noData, .noContact, .implausible:
      guard old.family == .heart else { return }
      // The value and the limit that it has taken over say which alarm it replaced.
      if let limit = old.limit {
        heart.resume(value < limit ? .low : .high, value: value, at: instant)
      } else {
        noPulse.resume(value: 0, at: instant)
      }
      if let place = sources.place(of: sensor) { sources.all[place].miss() }
    default: return
    }
    shown = (old.condition, sensor)
    alarm = cause()
    if noPulse.isOn, old.limit == nil, let place = sources.place(of: sensor) { sources.all[place].resumeMissingPulse() }
  }
}
