import Alarms
import Readings

/// Whether the sensors of the monitor can be trusted: values off their scale, and the faults of a sensor.
extension Monitor {
  /// The quantities with a value off the sensor's scale, at an end with a limit in force: such a value counts as beyond
  /// the limit.
  func offScale(_ reading: Reading, _ place: Int) -> QuantitySet {
    var found = QuantitySet()
    let traits = sensors[place].traits, sensor = sensors[place].sensor
    reading.measurements.forEach { quantity, value in
      guard !traits.isPlausible(quantity, value, in: reading.measurements) else { return }
      if quantity == .heartRateBeatsPerMinute || quantity == .pulseBeatsPerMinute {
        if value > 0, personPlace(of: place).map({ persons[$0].isBeyond(value) }) ?? false { found.insert(quantity) }
      } else {
        let sides = limits.sides(of: quantity, at: sensor)
        if traits.isAboveScale(value, of: quantity) ? sides.above : sides.below { found.insert(quantity) }
      }
    }
    return found
  }

  /// Counts the faults of a sensor, and raises and ends their alarms.
  mutating func judge(_ reading: Reading, _ place: Int, at instant: Instant) {
    let hasBatteryWord =
      reading.isBatteryLow != nil || reading.measurements[.batteryPercent] != nil
      || reading.measurements[.batteryMillivolts] != nil
    let turned = sensors[place].countFaults(
      hasContactWord: reading.skinContact != nil, hasBatteryWord: hasBatteryWord, at: instant)
    showFaults(turned, place, at: instant)
  }

  mutating func showFaults(_ turned: UInt8, _ place: Int, at instant: Instant) {
    guard turned != 0 else { return }
    for (number, condition) in SensorFaults.conditions.enumerated() where turned >> UInt8(number) & 1 == 1 {
      showFault(number, condition, place, at: instant)
    }
  }

  private mutating func showFault(_ number: Int, _ condition: ConditionID, _ place: Int, at instant: Instant) {
    let sensor = sensors[place].sensor
    if let at = personPlace(of: place), let shown = persons[at].shown, shown == (condition, sensor) { return }
    if sensors[place].faults.isOn(number), !isQuiet(place, condition) {
      var cause = AlarmCause(condition, at: sensor, of: subject(of: place), value: sensors[place].faults.value(number))
      if Self.isLoss(condition), let at = personPlace(of: place), sensors[place].isHeartSource {
        cause.bounds = Self.boundsOfLoss(isHeart: true)
        beQuiet(&cause, place, since: persons[at].badSince ?? instant, at: instant)
      }
      alarms.raise(cause, at: instant)
    } else {
      takeOver(condition, place, at: instant)
      alarms.end(condition, at: sensor, at: instant)
      if sensors[place].faults.isCalm(number) { alarms.calm(condition, at: sensor) }
    }
  }

  /// A loss whose cause changes goes on: what was shown or sounds for it is `no-data` until good data have been back for 5 s.
  private mutating func takeOver(_ condition: ConditionID, _ place: Int, at instant: Instant) {
    let sensor = sensors[place].sensor
    guard condition != .sensorBatteryLow, alarms.isOn(condition, at: sensor), let at = personPlace(of: place),
      sensors[place].isHeartSource, !persons[at].isGood(at: instant), !persons[at].isLossKnown, persons[at].shown == nil
    else { return }
    goOnLosing(place, sounds: isSounding(condition, at: sensor), at: instant)
  }

  /// Whether a fault means that there are no good data of a heart: then it sounds as late as their silence.
  private static func isLoss(_ condition: ConditionID) -> Bool { condition == .noContact || condition == .implausible }

  /// Raises the faults again that are only shown: their time begins again with each good value.
  mutating func showQuietFaultsAgain(_ place: Int, at instant: Instant) {
    for (number, condition) in SensorFaults.conditions.enumerated()
    where Self.isLoss(condition) && sensors[place].faults.isOn(number)
      && alarms.isQuiet(condition, at: sensors[place].sensor)
    {
      showFault(number, condition, place, at: instant)
    }
  }

  /// Whether a fault of a sensor is not signalled: the person is known to be unwatched, such as without the strap, or
  /// the person's alarm already shows the fault.
  private func isQuiet(_ place: Int, _ condition: ConditionID) -> Bool {
    guard condition != .sensorBatteryLow, let at = personPlace(of: place) else { return false }
    // A strap in its charger continues to send its last heart rate, so `frozen` is signalled beside the person's alarm.
    return persons[at].isLossKnown || (condition != .frozen && persons[at].shown?.sensor == sensors[place].sensor)
  }

  /// Raises or ends the alarms of all faults of a sensor, after ``isQuiet(_:_:)`` may have changed.
  mutating func showFaultsAgain(_ place: Int, at instant: Instant) {
    for (number, condition) in SensorFaults.conditions.enumerated() { showFault(number, condition, place, at: instant) }
  }
}
