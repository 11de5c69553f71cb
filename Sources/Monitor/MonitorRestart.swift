import Alarms
import Readings

/// How a run goes on where an earlier one was.
extension Monitor {
  /// Goes on where an earlier run was: an alarm was there at a sensor. Its next value decides whether it still is; where
  /// none comes, the no-data alarm takes its place.
  public mutating func resume(
    _ alarm: RememberedAlarm, at sensor: SensorIndex, of model: SensorModel, at instant: Instant,
    into actions: inout [Action]
  ) {
    guard let place = watch(model, sensor, at: instant), watches[place].role.isAdopted else { return }
    // What the sensor has said by now is worth more than what it said before.
    let quantity = settings.conditions[alarm.condition].trigger.quantity
    let isBeyond = quantity.map { limits.exceeded(at: sensor).contains($0) } ?? false
    if watches[place].isFresh, !isBeyond, !alarm.isLatched { return }
    let main = watches[place].traits.mainQuantity
    watches[place].trust.resume(alarm.condition, value: alarm.value, main: main)
    alarms.resume(
      alarm, at: sensor, of: subject(of: place), family: alarm.family,
      escalates: watches[place].traits.isHeartRateSensor, at: instant)
    if !alarm.isLatched { resumeCounts(alarm, place, at: instant) }
    noteDeadline(place)
    settle(at: instant, into: &actions)
  }

  private mutating func resumeCounts(_ alarm: RememberedAlarm, _ place: Int, at instant: Instant) {
    let sensor = watches[place].sensor
    watches[place].faults.resume(alarm.condition, value: alarm.value, at: instant)
    if alarm.condition == .noData { watches[place].isLost = true }
    watches[place].wait(until: instant)
    if let at = personPlace(of: place) {
      persons[at].resume(alarm, at: sensor, instant)
    }
    limits.resume(alarm.condition, at: sensor, value: alarm.value ?? 0, at: instant)
  }

  /// What is counted of a sensor; `nil` where it has not been heard.
  func pending(at sensor: SensorIndex) -> PendingCounts? {
    guard let place = place(of: sensor) else { return nil }
    let heart = personPlace(of: place).map { persons[$0].counts }
    return PendingCounts(limits: limits.counts(at: sensor), heart: heart?.heart, noPulse: heart?.noPulse)
  }

  /// Goes on where an earlier run was: so much was counted, and it goes on with the sensor's next value.
  public mutating func recall(_ pending: PendingCounts, at sensor: SensorIndex, at instant: Instant) {
    // What the sensor has said by now is worth more than what it said before.
    let place = place(of: sensor)
    if let place, !watches[place].role.isAdopted { return }
    if place.map({ !watches[$0].isFresh }) ?? true { limits.recall(pending.limits, at: sensor) }
    guard let place, let at = personPlace(of: place), let heart = pending.heart, let noPulse = pending.noPulse else {
      return
    }
    persons[at].recall(heart, noPulse, at: instant)
  }
}
