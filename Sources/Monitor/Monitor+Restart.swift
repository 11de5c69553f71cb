import Alarms
import Flight
import Readings

/// The continuation of an earlier run after a restart: its alarms and its counts.
extension Monitor {
  /// Continues an alarm of an earlier run at a sensor. The next values decide whether it stays on; if none arrives,
  /// `no-data` takes over.
  package mutating func resume(
    _ alarm: RememberedAlarm, at sensor: SensorIndex, of model: SensorModel, at instant: Instant,
    into actions: inout [Action]
  ) {
    guard let place = watch(model, sensor, at: instant), sensors[place].role.isAdopted else { return }
    if alarm.condition == .standby {
      resumeStandby(of: place, left: alarm.acknowledgementLeft, at: instant)
      return settle(at: instant, into: &actions)
    }
    // A sensor that has already sent good data in this run has no fault any more. An alarm on its values ends only by
    // the share rule, which needs more values.
    let isOfValues =
      alarm.family != nil || alarm.condition == .noPulse
      || settings.conditions[alarm.condition].trigger.quantity != nil
    if sensors[place].isFresh, !isOfValues, !alarm.isLatched { return }
    let main = sensors[place].traits.mainQuantity
    sensors[place].trust.resume(alarm.condition, value: alarm.value, main: main)
    if !alarm.isLatched { resumeCounts(alarm, place, at: instant) }
    let replaced = personPlace(of: place).flatMap { persons[$0].shown?.sensor == sensor ? persons[$0].alarm : nil }
    alarms.resume(
      alarm, at: sensor, of: subject(of: place), family: alarm.family,
      direction: alarm.family == .heart ? replaced?.condition : nil,
      escalates: sensors[place].traits.isHeartRateSensor, at: instant)
    noteDeadline(place)
    settle(at: instant, into: &actions)
  }

  /// Goes on with the phase of flight of an earlier run: a box that restarts in cruise is still in cruise.
  package mutating func resume(_ phase: PhaseChange, at instant: Instant, into actions: inout [Action]) {
    // Beside a bed no session begins in a phase. The run before may have had another profile.
    if phase.source == .session, settings.profile == .bedside { return }
    self.phase.resume(phase, at: instant)
    // The alarms that follow do not sound if the phase withholds them.
    alarms.withholdLowAndMedium(self.phase.withholds(at: instant))
    settle(at: instant, into: &actions)
  }

  /// Continues a standby until its end. If the end has passed or is unknown, the person is not watched, which is
  /// signalled.
  private mutating func resumeStandby(of place: Int, left: Duration?, at instant: Instant) {
    guard let at = personPlace(of: place) else { return }
    let end = left.map { instant.advanced(by: min($0, Self.longestStandby)) } ?? instant
    if persons[at].resumeStandby(until: end, at: instant, &alarms) { showStandby(at, until: end, at: instant) }
  }

  private mutating func resumeCounts(_ alarm: RememberedAlarm, _ place: Int, at instant: Instant) {
    let sensor = sensors[place].sensor
    sensors[place].faults.resume(alarm.condition, value: alarm.value, at: instant)
    if alarm.condition == .noData {
      sensors[place].isLost = true
      if let family = alarm.family, let limit = alarm.limit, let value = alarm.value {
        sensors[place].handOver = limits.resumeSuspended(family, limit: limit, value: value, at: sensor, instant)
      }
    }
    sensors[place].wait(until: instant)
    // A loss of data that took over an alarm on the oxygen saturation did not take over one on the heart rate.
    if let at = personPlace(of: place), sensors[place].handOver == nil {
      persons[at].resume(alarm, at: sensor, instant)
    }
    limits.resume(
      alarm.condition, at: sensor, of: sensors[place].traits.mainQuantity, value: alarm.value ?? 0, at: instant)
  }

  /// Counts again from the end of an alarm that an earlier run has logged.
  mutating func endLogged(_ condition: ConditionID, at sensor: SensorIndex) {
    limits.endLogged(condition, at: sensor)
    if let at = place(of: sensor).flatMap({ personPlace(of: $0) }) { persons[at].endLogged(condition) }
  }

  func pending(at sensor: SensorIndex) -> PendingCounts? {
    guard let place = place(of: sensor) else { return nil }
    let person = personPlace(of: place).map { persons[$0] }
    return PendingCounts(
      limits: limits.counts(at: sensor), heart: person?.counts.heart, noPulse: person?.counts.noPulse,
      wear: person?.wear(of: sensor))
  }

  /// Continues the counts of an earlier run with the sensor's next value.
  package mutating func recall(_ pending: PendingCounts, at sensor: SensorIndex, at instant: Instant) {
    // If the sensor has already sent data in this run, they replace those of the earlier one.
    let place = place(of: sensor)
    if let place, !sensors[place].role.isAdopted { return }
    if place.map({ !sensors[$0].isFresh }) ?? true { limits.recall(pending.limits, at: sensor) }
    guard let place, let at = personPlace(of: place) else { return }
    if let wear = pending.wear { persons[at].recall(wear, of: sensor) }
    guard !pending.isHeartIdle, let heart = pending.heart, let noPulse = pending.noPulse else { return }
    persons[at].recall(heart, noPulse, at: instant)
  }
}
