import Alarms
import Readings

/// Which alarm on the heart is there, and which condition is shown for it.
///
/// The counts of the share rule say which alarm is there. If its data are gone, a technical condition is shown in its
/// place, at high priority and with the last value: that is the hand-over. ``PersonWatch/alarm`` is the alarm, and
/// ``PersonWatch/shown`` is the condition that is shown.
extension PersonWatch {
  /// The conditions on the heart itself. Any other one that is shown replaces one of these.
  static let conditions: [ConditionID] = [.heartRateLow, .heartRateHigh, .noPulse]

  /// Applies what is due, and shows the alarm that is there.
  mutating func advance(to instant: Instant, _ alarms: inout AlarmSystem) {
    expire(at: instant)
    count(to: instant)
    // These may leave their episode at once, but only after they have ended.
    var calm: [ConditionID] = []
    while let turn = heart.turn(at: instant, rule) {
      if turn == .isCalm { calm = [.heartRateLow, .heartRateHigh] }
      // The alarm that it took over from a missing pulse has ended with it.
      if turn == .ends, !noPulse.isOn { noPulse.beginAgain() }
    }
    while let turn = noPulse.turn(at: instant, pulseRule) {
      if case .isCalm = turn { calm.append(.noPulse) }
    }
    // A heart that beats too slowly after it had stopped is an alarm of the rate, once it has done so for some seconds:
    // a strap that was taken off may send 0 and low numbers in turn.
    if noPulse.isOn, heart.isBeyondNow, sources.isGood, availability.isBack { noPulse.endAtOnce() }
    // While an alarm is there, or a loss with high priority, a missing pulse is an alarm at once. Beats that have stopped
    // have taken the time already.
    if isPulseMissing(at: instant), !noPulse.isOn, alarm != nil || isLossHigh(alarms) || sources.isBeatless {
      noPulse.beginAtOnce()
    }
    show(at: instant, &alarms)
    if !calm.isEmpty { alarms.calm(calm, of: subject) }
    availability.settle(at: instant, isGood: sources.isGood)
    schedule(at: instant)
  }

  private func isLossHigh(_ alarms: AlarmSystem) -> Bool { alarms.priority(of: .noData, at: lead) == .high }

  func cause() -> AlarmCause? {
    guard let sensor = lead else { return nil }
    if noPulse.isOn {
      var cause = AlarmCause(.noPulse, at: sensor, of: subject)
      cause.bounds = rule.noPulse.bounds
      return cause
    }
    guard let side = heart.side else { return nil }
    let condition = side == .low ? ConditionID.heartRateLow : .heartRateHigh
    var cause = AlarmCause(
      condition, at: origin(of: condition) ?? sensor, of: subject, value: heart.value(beyond: side),
      limit: limit(side))
    cause.bounds = isRateProved ? rule.proved.bounds : rule.unproved.bounds
    return cause
  }

  /// The sensor whose data have raised an alarm that is on. It stays so while the speaker is another sensor with good
  /// data inside.
  private func origin(of condition: ConditionID) -> SensorIndex? {
    guard let alarm, alarm.condition == condition, let sensor = alarm.sensor, state == .good, !heart.isBeyondNow,
      sources.place(of: sensor) != nil
    else { return nil }
    return sensor
  }

  private mutating func show(at instant: Instant, _ alarms: inout AlarmSystem) {
    guard let cause = cause() else { return end(at: instant, &alarms) }
    let former = alarm?.condition
    alarm = cause
    let standing = standing(for: cause, alarms)
    if let shown, shown.condition == standing.condition, shown.sensor == standing.sensor {
      if state == .good, let value = standing.value, heart.isBeyondNow {
        alarms.update(shown.condition, at: shown.sensor, value: value)
      }
      return
    }
    // A missing pulse is more urgent than the alarm before it, also one that was missing before its data went.
    let isHandOver = former != nil && standing.condition != .noPulse
    if let shown {
      alarms.end(
        shown.condition, at: shown.sensor, latches: false, isCalm: !Self.conditions.contains(shown.condition),
        at: instant)
    }
    alarms.raise(standing, isHandOver: isHandOver, at: instant)
    if let sensor = standing.sensor { shown = (standing.condition, sensor) }
  }

  /// The alarm is over. It latches also if another condition was shown for it until now.
  private mutating func end(at instant: Instant, _ alarms: inout AlarmSystem) {
    if let shown {
      let isItself = Self.conditions.contains(shown.condition)
      alarms.end(shown.condition, at: shown.sensor, isCalm: !isItself, at: instant)
      if !isItself, let alarm { alarms.latch(alarm, at: instant) }
    }
    deleteAlarm()
  }

  /// What is shown for an alarm now: the alarm itself, or the technical condition that replaces it.
  private func standing(for cause: AlarmCause, _ alarms: AlarmSystem) -> AlarmCause {
    var condition: ConditionID? =
      switch state {
      // An alarm of an earlier run stays until its sensor has been received, or missed.
      case .good, .awaited: nil
      case .noPulse: cause.condition == .noPulse ? nil : .noData
      case .noContact: .noContact
      case .implausible: .implausible
      case .stale: .noData
      }
    // A condition that is switched off replaces nothing.
    if let own = condition, !alarms.isEnabled(own) { condition = .noData }
    guard let condition, alarms.isEnabled(condition) else { return cause }
    var standing = cause
    standing.condition = condition
    standing.priority = .high
    standing.family = .heart
    standing.isLastValue = true
    return standing
  }

  /// Counts how long good data have been missing. Before the first message there is nothing to miss.
  mutating func count(to instant: Instant) {
    availability.count(
      to: instant, isGood: sources.isGood, isPulseMissing: isPulseMissing(at: instant), isExpected: !sources.isAwaited)
  }

  private mutating func schedule(at instant: Instant) {
    var due = Instant.never
    func consider(_ other: Instant?) { if let other { due = min(due, max(other, instant)) } }
    for place in sources.all.indices { consider(sources.all[place].deadline) }
    consider(heart.deadline(rule))
    consider(noPulse.deadline(pulseRule))
    consider(availability.deadline(after: instant))
    deadline = due
  }
}
