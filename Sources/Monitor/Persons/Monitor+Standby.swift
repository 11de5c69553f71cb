import Alarms
import Readings

/// The orders of people about persons: what is dismissed, and who is left unwatched on purpose.
extension Monitor {
  /// Ends the alarms whose data are missing. Afterwards, a person whose alarm has ended so counts as not watched.
  mutating func dismissLost(at instant: Instant) {
    for at in persons.indices where persons[at].dismiss(at: instant, &alarms) { showAgain(at, at: instant) }
    for place in sensors.indices { dismissLoss(place, at: instant) }
  }

  /// Ends the alarms of a sensor whose data are missing.
  private mutating func dismissLoss(_ place: Int, at instant: Instant) {
    let isSuspended = limits.dismissSuspended(sensors[place].sensor, at: instant, &alarms)
    guard isSuspended || sensors[place].handOver != nil else { return }
    sensors[place].handOver = nil
    sensors[place].isLost = true
    alarms.end(.noData, at: sensors[place].sensor, isCalm: true, at: instant)
    refreshLoss(place, at: instant)
  }

  /// The state of one person's heart, for the order to switch to standby.
  package struct Heart: Sendable {
    package let person: PersonIndex
    /// The sensor whose data count for the person.
    package let sensor: SensorIndex
    /// Whether standby is refused: there is a good heart rate, or a worn sensor finds no pulse.
    package let isReceived: Bool
  }

  package func hearts(of person: PersonIndex?, at instant: Instant) -> [Heart] {
    persons.filter { person == nil || $0.index == person }.compactMap { watch in
      watch.lead.map { Heart(person: watch.index, sensor: $0, isReceived: watch.isReceived(at: instant)) }
    }
  }

  /// Puts persons in standby for a time.
  /// - Returns: whether anybody is; it is refused while there is a good heart rate.
  mutating func standBy(_ person: PersonIndex?, for time: Duration, at instant: Instant) -> Bool {
    let end = instant.advanced(by: min(max(time, .zero), Self.longestStandby))
    var isAny = false
    for at in persons.indices where person == nil || persons[at].index == person {
      guard !persons[at].sources.isEmpty, persons[at].standBy(until: end, at: instant, &alarms) else { continue }
      isAny = true
      // An alarm on the oxygen saturation whose data are missing belongs to the same person and ends too.
      for place in sensors.indices where sensors[place].person == persons[at].index { dismissLoss(place, at: instant) }
      alarms.calm([.spo2Medium, .spo2High], of: persons[at].subject)
      showStandby(at, until: end, at: instant)
    }
    return isAny
  }

  /// Shows a standby that has begun: by the lamp alone.
  mutating func showStandby(_ at: Int, until end: Instant, at instant: Instant) {
    guard let lead = persons[at].lead else { return }
    alarms.raiseSilently(AlarmCause(.standby, at: lead, of: persons[at].subject), until: end, at: instant)
    showAgain(at, at: instant)
    reminderAt = reminderAt ?? instant.advanced(by: Self.reminder)
  }

  mutating func endStandby(_ person: PersonIndex?, at instant: Instant) {
    for at in persons.indices where person == nil || persons[at].index == person {
      guard persons[at].standbyUntil != nil else { continue }
      persons[at].endStandby(at: instant, &alarms)
      endStandbyLamp(at, at: instant)
      showAgain(at, at: instant)
    }
  }

  mutating func endStandbyLamp(_ at: Int, at instant: Instant) {
    for source in persons[at].sources.all { alarms.end(.standby, at: source.sensor, isCalm: true, at: instant) }
    if persons.allSatisfy({ $0.standbyUntil == nil }) { reminderAt = nil }
  }

  mutating func remind(at instant: Instant) {
    guard let due = reminderAt, due <= instant else { return }
    guard persons.contains(where: { $0.standbyUntil != nil }) else {
      reminderAt = nil
      return
    }
    reminderAt = due.advanced(by: Self.reminder)
    beeps.play(BeepCount.reminder, at: instant)
  }
}
